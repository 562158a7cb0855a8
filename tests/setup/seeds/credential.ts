/** A credential whose name tests know beforehand: servers give names of their own. */
export const sampleCredential = "sweepcred001";

type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** Puts one into the store of a back end, as its admin may. */
export async function seedCredential(
  call: Call,
  { index, ...more }: { index: string } & Record<string, unknown>,
): Promise<void> {
  const record = {
    ...{
      username: sampleCredential,
      password: "0d3c9e4e-52aa-4a3e-9b51-6f1a0b7c2d3e",
      owner: "admin",
      creator: "admin",
      role: "",
      description: "Film finder",
    },
    ...{
      categories: ["analytics", "reactivesearch"],
      acls: [],
      ops: ["read"],
      indices: [index],
      sources: ["0.0.0.0/0"],
      sources_xff_value: null,
    },
    ...{
      referers: ["https://films.example/*"],
      created_at: new Date(Date.now() - 86_400_000).toISOString(),
      ttl: -1,
      limits: { ip_limit: 7200, reactivesearch_limit: 30 },
    },
    ...{ include_fields: null, exclude_fields: ["budget"], updated_at: "", expired: false, ...more },
  };
  await call("PUT", `/.permissions/_doc/${sampleCredential}?refresh=true`, record);
}
