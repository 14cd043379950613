const KEPT = 1;
export const one = KEPT;
