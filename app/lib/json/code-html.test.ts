import { describe, expect, it } from "vitest";
import { codeHtml } from "./code-html";
import { busyMs } from "../../../tests/setup/busy";

const bare = (html: string) => html.replace(/<[^>]*>/g, "");

describe("code as HTML", () => {
  it("colours the parts of JSON", () => {
    expect(codeHtml('{"a": [1, -2.5e3, true, null, "b: c"]}')).toBe(
      '<code>{<i class="k">&quot;a&quot;</i>: [<i class="n">1</i>, <i class="n">-2.5e3</i>, <i class="w">true</i>, <i class="w">null</i>, <i class="s">&quot;b: c&quot;</i>]}</code>',
    );
  });
  it("lets nothing of the text become markup", () => {
    const hostile = '{"<script>alert(1)</script>": "</code><img src=x onerror=alert(1)>\\" & \'"}\n<b>';
    for (const numbered of [true, false]) {
      const html = codeHtml(hostile, { numbered });
      expect(html.match(/<(?!\/?(?:code|i|b)\b)/g)).toBeNull();
      expect(bare(html).trimEnd()).toBe(
        hostile.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
      );
    }
  });
  it("leaves other texts and very long ones without colours", () => {
    expect(codeHtml("curl -X POST 'x' 12")).toBe("<code>curl -X POST 'x' 12</code>");
    expect(codeHtml(`[${"1,".repeat(30_000)}1]`)).not.toContain("<i");
  });
  it("ends in time on texts made to be slow", () => {
    const shown = () => {
      codeHtml(`[${'"\\'.repeat(10_000)}`);
      codeHtml(`[${'"a" '.repeat(10_000)}`, { numbered: true });
      codeHtml(`["a"${" ".repeat(45_000)}`);
    };
    expect(busyMs(shown, 1_000)).toBeLessThan(1_000);
  });
});
