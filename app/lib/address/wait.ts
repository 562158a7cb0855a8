/** With it a page waits for all of its panels. No part of the address of any page: links leave it out. */
export const WAIT = "_wait";
