export const SET_SHARDS = "set-shards";
export const SET_REPLICAS = "set-replicas";
