export type Uploaded = { status: number; location: string | undefined; bytes: number; rows: number; seconds: number };
export function uploadFile(options: {
  address: string;
  index: string;
  cookie: string;
  bytes?: number;
  most?: number;
  line?: (number: number) => string;
}): Promise<Uploaded>;
