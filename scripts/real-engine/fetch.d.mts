export function missingTools(): ("java" | "maven")[];
export function fetched(name: "opensearch" | "elasticsearch" | "rest-api-spec-7.10.2"): string;
