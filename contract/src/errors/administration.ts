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
  role_required: {
    status: 403,
    when: 'The role of the person, or of the creator of the admin key, does not allow it.',
    message: 'Your role, or that of the creator of this key, does not allow this. Ask an owner to do it.',
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
