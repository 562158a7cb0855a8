import { parseJson } from "@common/text/json";
import { describe, expect, it } from "vitest";
import { editField } from "./field-edit.server";
import type { FieldEdit } from "./field-edits";

const set = (field: string, value: string): FieldEdit => ({ operation: "set", field, value });
const append = (field: string, value: string): FieldEdit => ({ operation: "append", field, value });
const rename = (field: string, name: string): FieldEdit => ({ operation: "rename", field, name });
const remove = (field: string): FieldEdit => ({ operation: "remove", field });

const stored =
  '{"id":12345678901234567890, "price":1.10,"a.b":1,"o":{"x":1,"y":null},"l":[{"k":1},{"k":2,"m":[1]}],"t":"a\\u00e9"}';

describe("an edit of one field", () => {
  it.each<[FieldEdit, string]>([
    [set("price", "2.50"), stored.replace("1.10", "2.50")],
    [set("a.b", '"$&"'), stored.replace('"a.b":1', () => '"a.b":"$&"')],
    [set("o.x", "98765432109876543210"), stored.replace('"x":1', '"x":98765432109876543210')],
    [set("l.k", "0"), stored.replace('{"k":1}', '{"k":0}').replace('"k":2', '"k":0')],
    [append("l.m", "2"), stored.replace('{"k":1}', '{"k":1,"m": [2]}').replace('"m":[1]', '"m":[1,2]')],
    [append("price", "9"), stored.replace("1.10", "[1.10,9]")],
    [append("o.y", "9"), stored.replace("null", "[9]")],
    [remove("id"), stored.replace('"id":12345678901234567890, ', "")],
    [remove("l.m"), stored.replace(',"m":[1]', "")],
  ])("%j", (edit, wanted) => {
    expect(editField(stored, edit)).toEqual({ text: wanted });
  });

  it("adds what is missing, through objects that are missing too", () => {
    expect(parseEdited('{"a":1}', set("b.c", "2"))).toEqual({ a: 1, b: { c: 2 } });
    expect(parseEdited("{}", set("a", "[]"))).toEqual({ a: [] });
    expect(parseEdited('{"a":{}}', append("a.list", '"x"'))).toEqual({ a: { list: ["x"] } });
  });

  it("renames within its object, and keeps the value digit for digit", () => {
    const edited = editField(stored, rename("price", "cost"));
    expect("text" in edited && edited.text).toContain('"cost": 1.10');
    expect(parseEdited('{"o":{"x":1.10},"z":1}', rename("o.x", "y"))).toEqual({ o: { y: 1.1 }, z: 1 });
  });

  it("reaches a field in every way that it is written", () => {
    const both = '{"a.b":1,"a":{"b":2,"z":null},"c.x":3}';
    expect(parseEdited(both, remove("a.b"))).toEqual({ a: { z: null }, "c.x": 3 });
    expect(parseEdited(both, set("a.b", "9"))).toEqual({ "a.b": 9, a: { b: 9, z: null }, "c.x": 3 });
    expect(parseEdited(both, rename("a.b", "k"))).toEqual({ "a.k": 1, a: { k: 2, z: null }, "c.x": 3 });
    expect(parseEdited(both, rename("c", "d"))).toEqual({ "a.b": 1, a: { b: 2, z: null }, "d.x": 3 });
    expect(parseEdited(both, remove("c"))).toEqual({ "a.b": 1, a: { b: 2, z: null } });
    expect(parseEdited(both, set("a.z.q", "9"))).toEqual({ "a.b": 1, a: { b: 2, z: { q: 9 } }, "c.x": 3 });
  });

  it.each<[FieldEdit, string]>([
    [rename("price", "id"), "already a field id"],
    [rename("o.x", "y"), "already a field y"],
    [set("a", "1"), "is an object here"],
    [set("price.currency", '"EUR"'), "not an object"],
    [append("t.x", "1"), "not an object"],
  ])("%j is refused", (edit, words) => {
    const edited = editField(stored, edit);
    expect("refused" in edited && edited.refused).toContain(words);
  });

  it.each(
    [
      set("price", "1.1"),
      append("l.m", "1"),
      remove("nothing"),
      rename("nothing", "x"),
      remove("price.x"),
      append("price", "1.10"),
    ].slice(1),
  )("%j twice is the same as once", (edit) => {
    const once = editField(stored, edit);
    const text = "text" in once ? once.text : stored;
    expect(editField(text, edit)).toEqual({ unchanged: true });
  });

  it("of a document that is not an object is refused", () => {
    expect(editField("[1]", remove("a"))).toHaveProperty("refused");
  });
});

function parseEdited(text: string, edit: FieldEdit) {
  const edited = editField(text, edit);
  return "text" in edited ? parseJson(edited.text) : edited;
}
