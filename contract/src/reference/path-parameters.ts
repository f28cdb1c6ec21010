import type {
  ADMINISTRATION_OPERATIONS,
  INFERENCE_OPERATIONS,
  OPERATOR_OPERATIONS,
  WORKSPACE_OPERATIONS,
} from '../operations.ts';
import type { PathParameter } from '../operations/operation-path.ts';
import {
  ADMIN_KEY_ID,
  API_KEY_ID,
  BATCH_ID,
  CERTIFICATE_ID,
  DELIVERY_ID,
  DEVELOPER_ID,
  INPUT_FILE_ID,
  INVITE_ID,
  JOB_ID,
  MAIL_ID,
  ORGANIZATION_ID,
  PLUGIN_ID,
  REQUEST_ID,
  SIGN_UP_ID,
  SPEND_LIMIT_ID,
  TUNNEL_ID,
  WEBHOOK_ID,
  WORKSPACE_ID,
} from './objects/ids.ts';

type NamesIn<Text> = Text extends string ? PathParameter<Text> : never;
type Path =
  | (typeof INFERENCE_OPERATIONS)[number]['path']
  | (typeof ADMINISTRATION_OPERATIONS)[number]['path']
  | (typeof OPERATOR_OPERATIONS)[number]['path']
  | (typeof WORKSPACE_OPERATIONS)[number]['path'];

interface PathParameterText {
  readonly description: string;
  readonly example: string;
}

/** What stands for the names in braces of paths. A name without a row does not compile. */
export const PATH_PARAMETERS: Readonly<Record<NamesIn<Path>, PathParameterText>> = {
  api_key_id: { description: 'Id of an inference key.', example: API_KEY_ID },
  batch_id: { description: 'Id of a batch.', example: BATCH_ID },
  certificate_id: { description: 'Id of a certificate of the tunnel.', example: CERTIFICATE_ID },
  delivery_id: { description: 'Id of a delivery of a webhook.', example: DELIVERY_ID },
  engine: { description: 'Name of an engine, percent-encoded.', example: 'main' },
  external_id: { description: 'What another system calls the organization.', example: 'customer-1042' },
  file_id: { description: 'Id of a file.', example: INPUT_FILE_ID },
  invite_id: { description: 'Id of an invite.', example: INVITE_ID },
  job_id: { description: 'Id of a job.', example: JOB_ID },
  key_id: { description: 'Id of an admin key.', example: ADMIN_KEY_ID },
  label: { description: 'Name of a label. `latest` cannot be set.', example: 'production' },
  mail_id: { description: 'Id of a mail.', example: MAIL_ID },
  model_id: { description: 'Id of a model, percent-encoded.', example: 'Svc Standard' },
  organization_id: { description: 'Id of an organization.', example: ORGANIZATION_ID },
  plugin_id: { description: 'Id of a plugin.', example: PLUGIN_ID },
  request_id: { description: 'Id of a request, from the `x-request-id` of its answer.', example: REQUEST_ID },
  signup_id: { description: 'Id of a sign-up.', example: SIGN_UP_ID },
  spend_limit_id: { description: 'Id of a spend limit.', example: SPEND_LIMIT_ID },
  template: { description: 'Id or name of a prompt template.', example: 'support-reply' },
  tunnel_id: { description: 'Id of a tunnel.', example: TUNNEL_ID },
  user_id: { description: 'Id of a member.', example: DEVELOPER_ID },
  webhook_id: { description: 'Id of a webhook.', example: WEBHOOK_ID },
  workspace_id: { description: 'Id of a workspace.', example: WORKSPACE_ID },
};
