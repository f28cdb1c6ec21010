import { adminKeysRoute } from './pages/admin-keys/admin-keys-route.ts';
import { auditRoute } from './pages/audit/audit-route.ts';
import { batchesRoute, batchRoute } from './pages/batches/batches-route.ts';
import { billingRoute } from './pages/billing/billing-route.ts';
import { chooseOrganizationRoute } from './pages/choose-organization/choose-organization-route.ts';
import { deviceRoute } from './pages/device/device-route.ts';
import { directorySyncRoute } from './pages/directory-sync/directory-sync-route.ts';
import { filesRoute } from './pages/files/files-route.ts';
import { forgotPasswordRoute } from './pages/forgot-password/forgot-password-route.ts';
import { inferenceHookRoute } from './pages/inference-hook/inference-hook-route.ts';
import { inviteRoute } from './pages/invite/invite-route.ts';
import { keyRoute, keysRoute } from './pages/keys/keys-route.ts';
import { limitsRoute } from './pages/limits/limits-route.ts';
import { membersRoute } from './pages/members/members-route.ts';
import { modelRoute, modelsRoute } from './pages/models/models-route.ts';
import { operatorAccountsRoute } from './pages/operator-accounts/operator-accounts-route.ts';
import { operatorConfigurationRoute } from './pages/operator-configuration/operator-configuration-route.ts';
import { operatorEnginesRoute } from './pages/operator-engines/operator-engines-route.ts';
import { operatorEventsRoute } from './pages/operator-events/operator-events-route.ts';
import { operatorKeysRoute } from './pages/operator-keys/operator-keys-route.ts';
import { operatorMarginsRoute } from './pages/operator-margins/operator-margins-route.ts';
import { operatorNowRoute } from './pages/operator-now/operator-now-route.ts';
import {
  operatorOrganizationRoute,
  operatorOrganizationsRoute,
} from './pages/operator-organizations/operator-organizations-route.ts';
import {
  operatorRequestRoute,
  operatorRequestsRoute,
} from './pages/operator-requests/operator-requests-route.ts';
import { operatorQueuesRoute } from './pages/operator-queues/operator-queues-route.ts';
import { operatorSetUpRoute } from './pages/operator-set-up/operator-set-up-route.ts';
import { operatorSignInRoute } from './pages/operator-sign-in/operator-sign-in-route.ts';
import { operatorSignUpsRoute } from './pages/operator-sign-ups/operator-sign-ups-route.ts';
import { outboxRoute } from './pages/outbox/outbox-route.ts';
import { overviewRoute } from './pages/overview/overview-route.ts';
import { playgroundRoute } from './pages/playground/playground-route.ts';
import { pluginsRoute } from './pages/plugins/plugins-route.ts';
import { profileRoute } from './pages/profile/profile-route.ts';
import { requestRoute, requestsRoute } from './pages/requests/requests-route.ts';
import { resetPasswordRoute } from './pages/reset-password/reset-password-route.ts';
import { settingsRoute } from './pages/settings/settings-route.ts';
import { setUpRoute } from './pages/set-up/set-up-route.ts';
import { signInRoute } from './pages/sign-in/sign-in-route.ts';
import { signUpLinkRoute, signUpRoute } from './pages/sign-up/sign-up-route.ts';
import { singleSignOnRoute, ssoConnectionRoute } from './pages/single-sign-on/single-sign-on-route.ts';
import { templateRoute, templatesRoute } from './pages/templates/templates-route.ts';
import { tunnelRoute, tunnelsRoute } from './pages/tunnels/tunnels-route.ts';
import { usageRoute } from './pages/usage/usage-route.ts';
import { webhookRoute, webhooksRoute } from './pages/webhooks/webhooks-route.ts';
import { workspaceRoute, workspacesRoute } from './pages/workspaces/workspaces-route.ts';
import { operatorShellRoute } from './shell/operator-shell-route.ts';
import { rootRoute } from './shell/root-route.tsx';
import { shellRoute } from './shell/shell-route.ts';

/** Pages for people who are signed in. Those with a row are in the navigation, in this order. */
const insideRoutes = shellRoute.addChildren([
  overviewRoute,
  playgroundRoute,
  modelsRoute,
  modelRoute,
  keysRoute,
  keyRoute,
  filesRoute,
  batchesRoute,
  batchRoute,
  webhooksRoute,
  webhookRoute,
  tunnelsRoute,
  tunnelRoute,
  templatesRoute,
  templateRoute,
  pluginsRoute,
  usageRoute,
  billingRoute,
  limitsRoute,
  requestsRoute,
  requestRoute,
  membersRoute,
  workspacesRoute,
  workspaceRoute,
  adminKeysRoute,
  auditRoute,
  outboxRoute,
  singleSignOnRoute,
  ssoConnectionRoute,
  directorySyncRoute,
  inferenceHookRoute,
  settingsRoute,
  profileRoute,
  deviceRoute,
]);

/** Pages for people who run the deployment. */
const operatorRoutes = operatorShellRoute.addChildren([
  operatorNowRoute,
  operatorOrganizationsRoute,
  operatorOrganizationRoute,
  operatorMarginsRoute,
  operatorSignUpsRoute,
  operatorRequestsRoute,
  operatorRequestRoute,
  operatorEnginesRoute,
  operatorQueuesRoute,
  operatorConfigurationRoute,
  operatorEventsRoute,
  operatorAccountsRoute,
  operatorKeysRoute,
]);

/** Every page. */
export const routeTree = rootRoute.addChildren([
  insideRoutes,
  operatorRoutes,
  operatorSignInRoute,
  operatorSetUpRoute,
  signInRoute,
  signUpRoute,
  signUpLinkRoute,
  setUpRoute,
  inviteRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  chooseOrganizationRoute,
]);
