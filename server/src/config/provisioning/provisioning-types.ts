import type { Parsed } from '../parsed.ts';
import type { provisioningSchema } from './provisioning-schema.ts';

/** The provisioning file, checked. Emails are lower case, times milliseconds since 1970. */
export type ProvisioningFile = Parsed<typeof provisioningSchema>;

/**
 * One organization of the provisioning file. A setting that is left out stays absent here: at creation it takes its
 * default, and with `--update` it is left as it is (absent is not "back to the default").
 */
export type ProvisionedOrganization = ProvisioningFile['organizations'][number];
export type ProvisionedMember = ProvisionedOrganization['members'][number];
export type ProvisionedWorkspace = ProvisionedOrganization['workspaces'][number];
/** A workspace's own limits of one model, at or below its organization's. */
export type ProvisionedRateLimit = NonNullable<ProvisionedWorkspace['rate_limits']>[number];
/** Without `secret` one is made at creation and handed back once. */
export type ProvisionedKey = ProvisionedOrganization['keys'][number];
export type ProvisionedAdminKey = ProvisionedOrganization['admin_keys'][number];
/** A monthly limit on credit spend. `workspace` is a name, `member` an email, `group` a name. */
export type ProvisionedSpendLimit = ProvisionedOrganization['spend_limits'][number];
export type ProvisionedGroup = ProvisionedOrganization['groups'][number];
