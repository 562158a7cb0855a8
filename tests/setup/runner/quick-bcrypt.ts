import bcrypt from "../../../node_modules/bcryptjs/index.js";

// Stands for bcryptjs in tests: hashes with the least cost there is, for each back end that a test starts and each user
// that it makes would else take a tenth of a second of a core. What was asked for is kept;
// backend/gateway/platform/auth/passwords.test.ts holds it.

const LEAST = 4;

/** The costs that were asked for. */
export const askedCosts: number[] = [];

export default {
  ...bcrypt,
  hash(password: string, cost: number) {
    askedCosts.push(cost);
    return bcrypt.hash(password, LEAST);
  },
};
