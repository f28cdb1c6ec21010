import { dataRule } from './data-rule.ts';
import { entryPointsRule } from './entry-points-rule.ts';
import { privilegesRule } from './privileges-rule.ts';

/** The oxlint plugin `walls`. */
export default {
  meta: { name: 'walls' },
  rules: { 'entry-points': entryPointsRule, privileges: privilegesRule, data: dataRule },
};
