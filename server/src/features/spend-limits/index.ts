/** Caps of credit spend in a calendar month, of an organization and its parts (D-ADM-5). */
export { deleteSpendLimit, setOrganizationLimit } from './manage-spend-limits.ts';
export { listSpendLimits, readSpendLimitsOf } from './spend-limits.ts';
export { spendMonth, type Period } from './spend-month.ts';
export { toSpendLimit, type StoredSpendLimit } from './spend-limit-object.ts';
export {
  deleteSpendLimitRow,
  findSpendLimit,
  findSpendOfOrganization,
  insertSpendLimit,
  saveSpendLimit,
  spentOfBudget,
  type LimitsOf,
  type SpendScope,
} from './store.ts';
export { spendLimitsModule } from './spend-limits-module.ts';
