import {
  InferenceHook,
  InferenceHookDeletion,
  InferenceHookSecret,
  inferenceHookSettings,
  InferenceHookTest,
  PutInferenceHook,
} from '../../schemas/administration/inference-hook.ts';
import { changesNothing } from '../changes-nothing.ts';
import { administration } from './administration-operation.ts';

const PATH = '/v1/organizations/inference_hook';
const NONE = 'inference_hook_not_found';

/** The server of an organization that says yes or no before a model runs (POLICY-01). */
export const INFERENCE_HOOK_OPERATIONS = [
  administration({
    id: 'readInferenceHook',
    method: 'GET',
    path: PATH,
    summary: 'Read the inference hook, its state and its counts',
    permission: 'organization.manage',
    response: InferenceHook,
    errors: [NONE],
  }),
  administration({
    id: 'putInferenceHook',
    method: 'PUT',
    path: PATH,
    summary: 'Create the inference hook or replace its settings',
    permission: 'owners.manage',
    body: inferenceHookSettings,
    readOnly: Object.keys(PutInferenceHook.shape),
    response: PutInferenceHook,
    successStatuses: [200, 201],
    errors: ['invalid_url', 'role_required', 'workspace_not_found', 'resource_conflict'],
  }),
  administration({
    id: 'deleteInferenceHook',
    method: 'DELETE',
    path: PATH,
    summary: 'Delete the inference hook',
    permission: 'owners.manage',
    response: InferenceHookDeletion,
    errors: ['role_required', NONE],
  }),
  administration({
    id: 'rotateInferenceHookSecret',
    method: 'POST',
    path: `${PATH}/rotate_secret`,
    summary: 'Create a new signing secret; the old one works for 24 hours',
    permission: 'owners.manage',
    response: InferenceHookSecret,
    errors: ['role_required', NONE, 'resource_conflict'],
  }),
  changesNothing(
    administration({
      id: 'testInferenceHook',
      method: 'POST',
      path: `${PATH}/test`,
      summary: 'Call the inference hook once and tell what it answered',
      permission: 'organization.manage',
      response: InferenceHookTest,
      errors: [NONE, 'resource_conflict'],
    }),
  ),
] as const;
