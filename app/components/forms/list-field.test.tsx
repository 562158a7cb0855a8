// @vitest-environment jsdom
import { useForm } from "@conform-to/react";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { ListField } from "./list-field";

function Screen({ value }: { value: string }) {
  const [form, fields] = useForm<{ fields: string }>({ id: "x", defaultValue: { fields: value } });
  return (
    <form id={form.id}>
      <ListField field={fields.fields} label="Fields" proposals={["title", "price"]} />
    </form>
  );
}
const sent = () => new FormData(document.querySelector("form") ?? undefined).get("fields");
const typing = () => screen.getByLabelText("Fields");

afterEach(cleanup);

it("sends what is added by Enter, comma, pasting and leaving, once each, and not what is removed", () => {
  render(<Screen value="title" />);
  fireEvent.change(typing(), { target: { value: " price " } });
  fireEvent.keyDown(typing(), { key: "Enter" });
  fireEvent.change(typing(), { target: { value: "title" } });
  fireEvent.keyDown(typing(), { key: "," });
  fireEvent.paste(typing(), { clipboardData: { getData: () => "b\nc, d\n" } });
  fireEvent.change(typing(), { target: { value: "left" } });
  fireEvent.blur(typing());
  expect(sent()).toBe("title\nprice\nb\nc\nd\nleft");
  fireEvent.click(screen.getByRole("button", { name: "Remove price" }));
  fireEvent.keyDown(typing(), { key: "Backspace" });
  expect(sent()).toBe("title\nb\nc\nd");
  expect([...document.querySelectorAll("option")].map(({ value }) => value)).toEqual(["price"]);
});

it("leaves Enter in an empty line to the form", () => {
  render(<Screen value="" />);
  expect(fireEvent.keyDown(typing(), { key: "Enter" })).toBe(true);
  expect(sent()).toBe("");
});
