import type { ErrorRows } from './entry.ts';

/** Keys, people, workspaces and their limits (platform contract §7, rows API keys to Rate limits; D-ERR-4). */
export const ADMINISTRATION_ERRORS = {
  admin_key_required: {
    status: 403,
    when: 'An inference key was sent to `/v1/organizations/*`.',
    message: 'This endpoint needs an admin key. Send an admin key of your organization.',
  },
  inference_not_allowed: {
    status: 403,
    when: 'An admin key was sent to a model or workspace endpoint.',
    message: 'Admin keys cannot call this endpoint. Send a private key of a workspace.',
  },
  admin_key_owner_ineligible: {
    status: 403,
    when: 'The creator of the admin key is no longer an owner or administrator.',
    message:
      'The creator of this admin key is no longer an owner or administrator. Ask one of them to create a new admin key.',
  },
  role_required: {
    status: 403,
    when: 'The role of the person, or of the creator of the admin key, does not allow it.',
    message: 'Your role, or that of the creator of this key, does not allow this. Ask an owner to do it.',
  },
  api_key_not_found: {
    status: 404,
    when: 'The organization has no such key.',
    message: 'No API key with this id exists in the organization. List the keys to find its id.',
  },
  admin_key_not_found: {
    status: 404,
    when: 'The organization has no such admin key.',
    message: 'No admin key with this id exists in the organization. List the admin keys to find its id.',
  },
  key_revoked: {
    status: 409,
    when: 'A change of a key that is revoked or expired.',
    message: 'A revoked or expired key cannot be changed. Create a new key.',
  },
  user_not_found: {
    status: 404,
    when: 'No such person in the organization or workspace.',
    message: 'No member with this id exists here. List the members to find the id.',
  },
  invite_not_found: {
    status: 404,
    when: 'The organization has no such invite.',
    message: 'No invite with this id exists in the organization. List the invites to find its id.',
  },
  spend_limit_not_found: {
    status: 404,
    when: 'The organization has no such spend limit.',
    message: 'No spend limit with this id exists in the organization. List the spend limits to find its id.',
  },
  workspace_not_found: {
    status: 404,
    when: 'The organization has no such workspace.',
    message: 'No workspace with this id exists in the organization. List the workspaces to find its id.',
  },
  inference_hook_not_found: {
    status: 404,
    when: 'The organization has no inference hook.',
    message: 'The organization has no inference hook. Create it with PUT /v1/organizations/inference_hook.',
  },
  invalid_name: {
    status: 400,
    when: 'A name is empty, too long or holds characters that are not allowed.',
    message: 'The name is empty, too long or contains characters that are not allowed. Choose another name.',
  },
  name_taken: {
    status: 409,
    when: 'The name is in use, possibly by an archived object.',
    message: 'The name is already in use. Choose another name.',
  },
  unknown_region: {
    status: 400,
    when: 'The `data_region` is not available.',
    message: 'The data region is not available. Use one of the data_regions of the organization.',
  },
  default_workspace: {
    status: 409,
    when: 'An attempt to archive the default workspace.',
    message: 'The default workspace cannot be archived. Archive another workspace.',
  },
  workspace_limit_reached: {
    status: 409,
    when: 'The organization already has the maximum number of active workspaces.',
    message:
      'The organization has reached its maximum number of active workspaces. Archive one and try again.',
  },
  region_change_blocked: {
    status: 409,
    when: 'A change of `data_region` while the workspace holds content.',
    message:
      'The region cannot change while the workspace holds content. Delete the content or create a workspace in that region.',
  },
  override_above_org_limit: {
    status: 400,
    when: 'A workspace cap is higher than the limit of the organization.',
    message:
      'A workspace limit cannot be higher than that of the organization. Lower the value named in param.',
  },
  unknown_model: {
    status: 400,
    when: 'A rate-limit override names a model the catalog does not have.',
    message: 'The model named in param is not in the catalog. Use an id from GET /v1/models.',
  },
} as const satisfies ErrorRows;
