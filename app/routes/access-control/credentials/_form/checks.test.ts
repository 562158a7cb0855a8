import { refererFits } from "@common/access-control/referers";
import { expect, it } from "vitest";
import { examples } from "./checks.server";

const pages: Record<(typeof examples)[number]["pattern"], { fits: string; fails: string }> = {
  "https://shop.example/search": { fits: "https://shop.example/search?q=a", fails: "https://shop.example/cart" },
  "shop.example": { fits: "http://shop.example/cart", fails: "https://www.shop.example/" },
  "*.shop.example": { fits: "https://www.shop.example/a", fails: "https://shop.example/" },
  "*shop*": { fits: "https://my-shops.example/", fails: "https://example.test/shop" },
  "*/checkout": { fits: "https://a.test/de/checkout/2", fails: "https://checkout.test/" },
};

it.each(examples)("$pattern is as the form says: $what", ({ pattern }) => {
  expect([refererFits(pattern, pages[pattern].fits), refererFits(pattern, pages[pattern].fails)]).toEqual([
    true,
    false,
  ]);
});
