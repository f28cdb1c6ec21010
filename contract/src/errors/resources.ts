import type { ErrorRows } from './entry.ts';

/** Webhooks, files, batches, prompt templates and plugins (platform contract §7; D-ERR-4 and the decisions of each family). */
export const RESOURCE_ERRORS = {
  invalid_url: {
    status: 400,
    when: 'The address of a webhook or of the inference hook is not HTTPS, not public, or too long.',
    message:
      'The address must be an HTTPS URL of a public host, without user name and password, of at most 2,048 characters. Correct it and try again.',
  },
  unknown_event_type: {
    status: 400,
    when: '`events` holds an unknown event type.',
    message:
      'The list of events contains an unknown type. Use event types from the reference, or a single *.',
  },
  webhook_not_found: {
    status: 404,
    when: 'No such webhook in this workspace or organization.',
    message: 'No webhook with this id exists here. List the webhooks to find its id.',
  },
  delivery_not_found: {
    status: 404,
    when: 'The webhook has no such delivery, or it is past its retention time.',
    message: 'No delivery with this id is in the log of the webhook. List the deliveries to find its id.',
  },
  webhook_limit_reached: {
    status: 409,
    when: 'The workspace already has the maximum number of webhooks.',
    message: 'The maximum number of webhooks is reached. Delete one and try again.',
  },
  invalid_purpose: {
    status: 400,
    when: 'The `purpose` of an upload is unknown.',
    message: 'The purpose is unknown. Use document, vision, batch, code_input or skill.',
  },
  unsupported_file_type: {
    status: 400,
    when: 'The type of the file is not accepted for the purpose.',
    message: 'This type of file is not accepted for the purpose. Convert the file or choose another purpose.',
  },
  file_not_found: {
    status: 404,
    when: 'No such file in this workspace, or it has expired.',
    message:
      'No file with this id exists in the workspace. Upload it again or list the files to find its id.',
  },
  file_too_large: {
    status: 413,
    when: 'The file is larger than its purpose allows.',
    message: 'The file is too large. Upload one of at most max_bytes.',
    extra: ['max_bytes'],
  },
  storage_quota_exceeded: {
    status: 507,
    when: 'The storage of the workspace is full, in bytes or in number of files.',
    message: 'The storage of the workspace is full. Delete files that are no longer needed and upload again.',
  },
  batch_not_found: {
    status: 404,
    when: 'No such batch in this workspace.',
    message: 'No batch with this id exists in the workspace. List the batches to find its id.',
  },
  prompt_template_not_found: {
    status: 404,
    when: 'No such prompt template in this workspace, or the label is not set.',
    message:
      'No such prompt template exists in the workspace. List the templates to find its name and labels.',
  },
  prompt_template_version_not_found: {
    status: 404,
    when: 'The prompt template has no such version.',
    message: 'The prompt template has no such version. Read the template to find its latest version.',
  },
  missing_variable: {
    status: 400,
    when: 'A variable of the prompt template got no value; `param` names it.',
    message: 'The prompt template needs a value for the variable named in param. Add it to the variables.',
  },
  unknown_variable: {
    status: 400,
    when: 'A value was given for a variable the prompt template does not have; `param` names it.',
    message: 'The prompt template has no variable with the name in param. Remove it or correct its spelling.',
  },
  plugin_not_found: {
    status: 404,
    when: 'The organization has no such plugin.',
    message: 'No plugin with this id exists in the organization. List the plugins to find its id.',
  },
  marketplace_not_found: {
    status: 404,
    when: 'The deployment has no such marketplace.',
    message:
      'No marketplace with this id exists here. Ask the operator of this service for the available ones.',
  },
  invalid_plugin: {
    status: 400,
    when: 'The uploaded bundle is not a valid plugin.',
    message: 'The plugin bundle is not valid. Check its archive and manifest against the plugin reference.',
  },
} as const satisfies ErrorRows;
