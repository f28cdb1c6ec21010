/** Caps of credit spend in a calendar month, of an organization and its parts (D-ADM-5). */
export { listSpendLimits, readSpendLimit } from './spend-limits.ts';
export { putSpendLimit, removeSpendLimit } from './change-spend-limit.ts';
export { spendMonth, type Period } from './spend-month.ts';
export { toSpendLimit, type StoredSpendLimit } from './spend-limit-object.ts';
export { deleteSpendLimit, findSpendLimit, insertSpendLimit, setSpendLimit, type SpendScope } from './store.ts';
