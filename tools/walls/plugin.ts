import { doorsRule } from './doors-rule.ts';
import { privilegesRule } from './privileges-rule.ts';

/** The oxlint plugin `walls`. */
export default { meta: { name: 'walls' }, rules: { doors: doorsRule, privileges: privilegesRule } };
