// Printed from the contract by `npm run generate`; change it there.

export type InferenceErrors =
  | 'internal_error'
  | 'invalid_request'
  | 'method_not_allowed'
  | 'rate_limited'
  | 'request_timeout'
  | 'service_unavailable'
  | 'temporarily_unavailable';

export type WorkspaceErrors =
  | 'account_disabled'
  | 'authorization_unavailable'
  | 'expired_api_key'
  | 'forbidden'
  | 'inactive_api_key'
  | 'inference_not_allowed'
  | 'insufficient_scope'
  | 'internal_error'
  | 'invalid_api_key'
  | 'invalid_request'
  | 'invalid_token'
  | 'invalid_version'
  | 'ip_not_allowed'
  | 'method_not_allowed'
  | 'org_membership_required'
  | 'org_required'
  | 'org_unavailable'
  | 'origin_not_allowed'
  | 'plan_check_unavailable'
  | 'plan_required'
  | 'public_key_rejected'
  | 'rate_limited'
  | 'request_timeout'
  | 'revoked_api_key'
  | 'service_unavailable'
  | 'temporarily_unavailable'
  | 'token_revoked'
  | 'unauthenticated'
  | 'unknown_beta'
  | 'workspace_archived';

export type AdministrationErrors =
  | 'account_disabled'
  | 'admin_key_owner_ineligible'
  | 'admin_key_required'
  | 'authorization_unavailable'
  | 'beta_required'
  | 'expired_api_key'
  | 'forbidden'
  | 'inactive_api_key'
  | 'insufficient_scope'
  | 'internal_error'
  | 'invalid_api_key'
  | 'invalid_request'
  | 'invalid_token'
  | 'invalid_version'
  | 'ip_not_allowed'
  | 'method_not_allowed'
  | 'org_membership_required'
  | 'org_required'
  | 'org_unavailable'
  | 'origin_not_allowed'
  | 'plan_check_unavailable'
  | 'plan_required'
  | 'public_key_rejected'
  | 'rate_limited'
  | 'request_timeout'
  | 'revoked_api_key'
  | 'service_unavailable'
  | 'temporarily_unavailable'
  | 'token_revoked'
  | 'unauthenticated'
  | 'unknown_beta'
  | 'workspace_archived';

/** The codes that an operation may answer with, by its id. */
export interface OperationErrors {
  createChatCompletion: InferenceErrors | 'account_disabled' | 'authorization_unavailable' | 'capacity_busy' | 'concurrent_request' | 'context_length_exceeded' | 'expired_api_key' | 'feature_unavailable' | 'forbidden' | 'inference_not_allowed' | 'insufficient_scope' | 'invalid_api_key' | 'invalid_json' | 'invalid_token' | 'ip_not_allowed' | 'messages_required' | 'model_busy' | 'model_not_found' | 'model_not_in_plan' | 'model_retention_unverifiable' | 'model_unavailable' | 'org_membership_required' | 'org_required' | 'org_unavailable' | 'origin_not_allowed' | 'payload_too_large' | 'plan_check_unavailable' | 'plan_required' | 'policy_denied' | 'policy_unavailable' | 'prompt_too_large' | 'public_key_rejected' | 'quota_exceeded' | 'quota_exhausted' | 'revoked_api_key' | 'server_misconfigured' | 'stream_error' | 'token_revoked' | 'too_many_messages' | 'unauthenticated' | 'unknown_beta' | 'upstream_error' | 'upstream_timeout' | 'upstream_unavailable' | 'usage_check_unavailable' | 'workspace_archived' | 'zero_retention_unavailable';
  countChatCompletionTokens: InferenceErrors | 'account_disabled' | 'authorization_unavailable' | 'beta_required' | 'expired_api_key' | 'feature_unavailable' | 'file_not_found' | 'forbidden' | 'inactive_api_key' | 'inference_not_allowed' | 'insufficient_scope' | 'invalid_api_key' | 'invalid_json' | 'invalid_reasoning_block' | 'invalid_token' | 'invalid_version' | 'ip_not_allowed' | 'mcp_server_not_allowed' | 'messages_required' | 'missing_variable' | 'model_not_found' | 'model_not_in_plan' | 'model_unavailable' | 'org_membership_required' | 'org_required' | 'org_unavailable' | 'origin_not_allowed' | 'payload_too_large' | 'plan_check_unavailable' | 'plan_required' | 'prompt_template_not_found' | 'prompt_template_version_not_found' | 'public_key_rejected' | 'revoked_api_key' | 'token_revoked' | 'too_many_messages' | 'tunnel_not_found' | 'unauthenticated' | 'unknown_beta' | 'unknown_parameter' | 'unknown_variable' | 'unsupported_content' | 'unsupported_parameter' | 'workspace_archived' | 'zero_retention_unavailable';
  createMessage: InferenceErrors | 'account_disabled' | 'authorization_unavailable' | 'beta_required' | 'capacity_busy' | 'concurrent_request' | 'context_length_exceeded' | 'expired_api_key' | 'feature_unavailable' | 'file_not_found' | 'forbidden' | 'inactive_api_key' | 'inference_not_allowed' | 'insufficient_scope' | 'invalid_api_key' | 'invalid_block_type' | 'invalid_json' | 'invalid_reasoning_block' | 'invalid_token' | 'invalid_version' | 'ip_not_allowed' | 'max_tokens_required' | 'mcp_server_not_allowed' | 'messages_required' | 'missing_variable' | 'model_busy' | 'model_not_found' | 'model_retention_unverifiable' | 'model_unavailable' | 'org_membership_required' | 'org_required' | 'org_unavailable' | 'origin_not_allowed' | 'overloaded' | 'payload_too_large' | 'plan_check_unavailable' | 'plan_required' | 'policy_denied' | 'policy_unavailable' | 'prompt_template_not_found' | 'prompt_template_version_not_found' | 'prompt_too_large' | 'public_key_rejected' | 'quota_exceeded' | 'quota_exhausted' | 'revoked_api_key' | 'server_misconfigured' | 'token_revoked' | 'too_many_messages' | 'tunnel_not_found' | 'unauthenticated' | 'unknown_beta' | 'unknown_parameter' | 'unknown_variable' | 'unmatched_tool_call' | 'unsupported_content' | 'unsupported_parameter' | 'upstream_error' | 'upstream_timeout' | 'upstream_unavailable' | 'usage_check_unavailable' | 'workspace_archived' | 'zero_retention_unavailable';
  createEmbeddings: InferenceErrors | 'account_disabled' | 'authorization_unavailable' | 'capacity_busy' | 'expired_api_key' | 'forbidden' | 'inactive_api_key' | 'inference_not_allowed' | 'input_required' | 'input_too_long' | 'insufficient_scope' | 'invalid_api_key' | 'invalid_dimensions' | 'invalid_json' | 'invalid_token' | 'invalid_version' | 'ip_not_allowed' | 'model_busy' | 'model_not_found' | 'model_retention_unverifiable' | 'model_unavailable' | 'models_unavailable' | 'org_membership_required' | 'org_required' | 'org_unavailable' | 'origin_not_allowed' | 'payload_too_large' | 'plan_check_unavailable' | 'plan_required' | 'policy_denied' | 'policy_unavailable' | 'public_key_rejected' | 'quota_exhausted' | 'revoked_api_key' | 'server_misconfigured' | 'token_revoked' | 'too_many_inputs' | 'unauthenticated' | 'unknown_beta' | 'unknown_parameter' | 'upstream_error' | 'upstream_timeout' | 'upstream_unavailable' | 'usage_check_unavailable' | 'workspace_archived';
  listModels: InferenceErrors | 'account_disabled' | 'authorization_unavailable' | 'expired_api_key' | 'forbidden' | 'inactive_api_key' | 'insufficient_scope' | 'invalid_api_key' | 'invalid_capability' | 'invalid_surface' | 'invalid_token' | 'invalid_version' | 'ip_not_allowed' | 'models_unavailable' | 'org_membership_required' | 'org_required' | 'org_unavailable' | 'origin_not_allowed' | 'plan_check_unavailable' | 'plan_required' | 'public_key_rejected' | 'revoked_api_key' | 'token_revoked' | 'unauthenticated' | 'unknown_beta' | 'workspace_archived';
  readModel: InferenceErrors | 'account_disabled' | 'authorization_unavailable' | 'expired_api_key' | 'forbidden' | 'inactive_api_key' | 'insufficient_scope' | 'invalid_api_key' | 'invalid_capability' | 'invalid_surface' | 'invalid_token' | 'invalid_version' | 'ip_not_allowed' | 'model_not_found' | 'models_unavailable' | 'org_membership_required' | 'org_required' | 'org_unavailable' | 'origin_not_allowed' | 'plan_check_unavailable' | 'plan_required' | 'public_key_rejected' | 'revoked_api_key' | 'token_revoked' | 'unauthenticated' | 'unknown_beta' | 'workspace_archived';
  reportCodeTelemetry: InferenceErrors | 'account_disabled' | 'authorization_unavailable' | 'expired_api_key' | 'feature_unavailable' | 'forbidden' | 'inactive_api_key' | 'inference_not_allowed' | 'insufficient_scope' | 'invalid_api_key' | 'invalid_json' | 'invalid_parameter' | 'invalid_token' | 'invalid_version' | 'ip_not_allowed' | 'org_membership_required' | 'org_required' | 'org_unavailable' | 'origin_not_allowed' | 'payload_too_large' | 'plan_check_unavailable' | 'plan_required' | 'public_key_rejected' | 'revoked_api_key' | 'token_revoked' | 'unauthenticated' | 'unknown_beta' | 'workspace_archived';
  describeApi: InferenceErrors | 'invalid_parameter' | 'invalid_version' | 'unknown_beta';
  listWebhookAddresses: InferenceErrors;
  createFile: WorkspaceErrors | 'file_too_large' | 'idempotency_key_reused' | 'invalid_parameter' | 'invalid_purpose' | 'resource_conflict' | 'storage_quota_exceeded' | 'unknown_parameter' | 'unsupported_file_type';
  listFiles: WorkspaceErrors | 'invalid_parameter';
  readFile: WorkspaceErrors | 'file_not_found';
  deleteFile: WorkspaceErrors | 'file_not_found' | 'resource_conflict';
  readFileContent: WorkspaceErrors | 'file_not_found' | 'resource_conflict';
  createBatch: WorkspaceErrors | 'file_not_found' | 'idempotency_key_reused' | 'invalid_json' | 'invalid_parameter' | 'payload_too_large' | 'read_only_field' | 'resource_conflict' | 'unknown_parameter';
  listBatches: WorkspaceErrors | 'invalid_parameter';
  readBatch: WorkspaceErrors | 'batch_not_found';
  cancelBatch: WorkspaceErrors | 'batch_not_found' | 'idempotency_key_reused' | 'resource_conflict';
  createWebhook: WorkspaceErrors | 'beta_required' | 'idempotency_key_reused' | 'invalid_json' | 'invalid_parameter' | 'invalid_url' | 'payload_too_large' | 'read_only_field' | 'resource_conflict' | 'unknown_event_type' | 'unknown_parameter' | 'webhook_limit_reached';
  listWebhooks: WorkspaceErrors | 'beta_required' | 'invalid_parameter';
  readWebhook: WorkspaceErrors | 'beta_required' | 'webhook_not_found';
  updateWebhook: WorkspaceErrors | 'beta_required' | 'invalid_json' | 'invalid_parameter' | 'invalid_url' | 'payload_too_large' | 'read_only_field' | 'unknown_event_type' | 'unknown_parameter' | 'webhook_not_found';
  deleteWebhook: WorkspaceErrors | 'beta_required' | 'webhook_not_found';
  rotateWebhookSecret: WorkspaceErrors | 'beta_required' | 'idempotency_key_reused' | 'resource_conflict' | 'webhook_not_found';
  testWebhook: WorkspaceErrors | 'beta_required' | 'idempotency_key_reused' | 'resource_conflict' | 'webhook_not_found';
  listWebhookDeliveries: WorkspaceErrors | 'beta_required' | 'invalid_parameter' | 'webhook_not_found';
  readWebhookDelivery: WorkspaceErrors | 'beta_required' | 'delivery_not_found' | 'webhook_not_found';
  redeliverWebhook: WorkspaceErrors | 'beta_required' | 'delivery_not_found' | 'idempotency_key_reused' | 'resource_conflict' | 'webhook_not_found';
  createTunnel: WorkspaceErrors | 'beta_required' | 'idempotency_key_reused' | 'invalid_json' | 'invalid_parameter' | 'name_taken' | 'payload_too_large' | 'read_only_field' | 'resource_conflict' | 'tunnel_limit_reached' | 'unknown_parameter';
  listTunnels: WorkspaceErrors | 'beta_required' | 'invalid_parameter';
  readTunnel: WorkspaceErrors | 'beta_required' | 'tunnel_not_found';
  updateTunnel: WorkspaceErrors | 'beta_required' | 'invalid_json' | 'invalid_parameter' | 'name_taken' | 'payload_too_large' | 'read_only_field' | 'tunnel_not_found' | 'unknown_parameter';
  deleteTunnel: WorkspaceErrors | 'beta_required' | 'tunnel_not_found';
  rotateTunnelToken: WorkspaceErrors | 'beta_required' | 'idempotency_key_reused' | 'invalid_json' | 'invalid_parameter' | 'payload_too_large' | 'read_only_field' | 'resource_conflict' | 'tunnel_not_found' | 'unknown_parameter' | 'wrong_auth_mode';
  listTunnelConnections: WorkspaceErrors | 'beta_required' | 'invalid_parameter' | 'tunnel_not_found';
  issueTunnelCertificate: WorkspaceErrors | 'beta_required' | 'certificate_limit_reached' | 'idempotency_key_reused' | 'invalid_json' | 'invalid_parameter' | 'payload_too_large' | 'read_only_field' | 'resource_conflict' | 'tunnel_not_found' | 'unknown_parameter' | 'wrong_auth_mode';
  listTunnelCertificates: WorkspaceErrors | 'beta_required' | 'invalid_parameter' | 'tunnel_not_found';
  readTunnelCertificate: WorkspaceErrors | 'beta_required' | 'certificate_not_found' | 'tunnel_not_found';
  revokeTunnelCertificate: WorkspaceErrors | 'beta_required' | 'certificate_not_found' | 'idempotency_key_reused' | 'resource_conflict' | 'tunnel_not_found';
  createPromptTemplate: WorkspaceErrors | 'idempotency_key_reused' | 'invalid_json' | 'invalid_name' | 'invalid_parameter' | 'payload_too_large' | 'read_only_field' | 'resource_conflict' | 'unknown_parameter';
  listPromptTemplates: WorkspaceErrors | 'invalid_parameter';
  readPromptTemplate: WorkspaceErrors | 'invalid_parameter' | 'prompt_template_not_found' | 'prompt_template_version_not_found';
  setPromptTemplateLabel: WorkspaceErrors | 'invalid_json' | 'invalid_name' | 'invalid_parameter' | 'payload_too_large' | 'prompt_template_not_found' | 'prompt_template_version_not_found' | 'read_only_field' | 'resource_conflict' | 'unknown_parameter';
  generatePrompt: WorkspaceErrors | 'beta_required' | 'capacity_busy' | 'context_length_exceeded' | 'feature_unavailable' | 'invalid_json' | 'invalid_parameter' | 'model_busy' | 'model_not_found' | 'model_retention_unverifiable' | 'model_unavailable' | 'overloaded' | 'payload_too_large' | 'policy_denied' | 'policy_unavailable' | 'quota_exceeded' | 'quota_exhausted' | 'read_only_field' | 'server_misconfigured' | 'unknown_parameter' | 'upstream_error' | 'upstream_timeout' | 'upstream_unavailable' | 'usage_check_unavailable' | 'zero_retention_unavailable';
  improvePrompt: WorkspaceErrors | 'beta_required' | 'capacity_busy' | 'context_length_exceeded' | 'feature_unavailable' | 'invalid_json' | 'invalid_parameter' | 'model_busy' | 'model_not_found' | 'model_retention_unverifiable' | 'model_unavailable' | 'overloaded' | 'payload_too_large' | 'policy_denied' | 'policy_unavailable' | 'quota_exceeded' | 'quota_exhausted' | 'read_only_field' | 'server_misconfigured' | 'unknown_parameter' | 'upstream_error' | 'upstream_timeout' | 'upstream_unavailable' | 'usage_check_unavailable' | 'zero_retention_unavailable';
  templatizePrompt: WorkspaceErrors | 'beta_required' | 'capacity_busy' | 'context_length_exceeded' | 'feature_unavailable' | 'invalid_json' | 'invalid_parameter' | 'model_busy' | 'model_not_found' | 'model_retention_unverifiable' | 'model_unavailable' | 'overloaded' | 'payload_too_large' | 'policy_denied' | 'policy_unavailable' | 'quota_exceeded' | 'quota_exhausted' | 'read_only_field' | 'server_misconfigured' | 'unknown_parameter' | 'upstream_error' | 'upstream_timeout' | 'upstream_unavailable' | 'usage_check_unavailable' | 'zero_retention_unavailable';
  readOrganization: AdministrationErrors;
  updateOrganization: AdministrationErrors | 'invalid_json' | 'invalid_parameter' | 'payload_too_large' | 'read_only_field' | 'resource_conflict' | 'role_required' | 'unknown_parameter';
  listApiKeys: AdministrationErrors | 'invalid_parameter';
  readApiKey: AdministrationErrors | 'api_key_not_found';
  updateApiKey: AdministrationErrors | 'api_key_not_found' | 'invalid_json' | 'invalid_parameter' | 'key_revoked' | 'payload_too_large' | 'read_only_field' | 'unknown_parameter';
  listAdminKeys: AdministrationErrors | 'invalid_parameter';
  readAdminKey: AdministrationErrors | 'admin_key_not_found';
  updateAdminKey: AdministrationErrors | 'admin_key_not_found' | 'invalid_json' | 'invalid_parameter' | 'payload_too_large' | 'read_only_field' | 'unknown_parameter';
  createWorkspace: AdministrationErrors | 'idempotency_key_reused' | 'invalid_json' | 'invalid_name' | 'invalid_parameter' | 'name_taken' | 'payload_too_large' | 'read_only_field' | 'resource_conflict' | 'unknown_parameter' | 'unknown_region' | 'workspace_limit_reached';
  listWorkspaces: AdministrationErrors | 'invalid_parameter';
  readWorkspace: AdministrationErrors | 'workspace_not_found';
  updateWorkspace: AdministrationErrors | 'invalid_json' | 'invalid_name' | 'invalid_parameter' | 'name_taken' | 'payload_too_large' | 'read_only_field' | 'region_change_blocked' | 'resource_conflict' | 'unknown_parameter' | 'unknown_region' | 'workspace_not_found';
  archiveWorkspace: AdministrationErrors | 'default_workspace' | 'idempotency_key_reused' | 'resource_conflict' | 'workspace_not_found';
  unarchiveWorkspace: AdministrationErrors | 'idempotency_key_reused' | 'resource_conflict' | 'workspace_limit_reached' | 'workspace_not_found';
  listWorkspaceMembers: AdministrationErrors | 'invalid_parameter' | 'workspace_not_found';
  addWorkspaceMember: AdministrationErrors | 'idempotency_key_reused' | 'invalid_json' | 'invalid_parameter' | 'payload_too_large' | 'read_only_field' | 'resource_conflict' | 'unknown_parameter' | 'user_not_found' | 'workspace_not_found';
  readWorkspaceMember: AdministrationErrors | 'user_not_found' | 'workspace_not_found';
  updateWorkspaceMember: AdministrationErrors | 'invalid_json' | 'invalid_parameter' | 'payload_too_large' | 'read_only_field' | 'unknown_parameter' | 'user_not_found' | 'workspace_not_found';
  removeWorkspaceMember: AdministrationErrors | 'user_not_found' | 'workspace_not_found';
  listUsers: AdministrationErrors | 'invalid_parameter';
  readUser: AdministrationErrors | 'user_not_found';
  updateUser: AdministrationErrors | 'invalid_json' | 'invalid_parameter' | 'payload_too_large' | 'read_only_field' | 'resource_conflict' | 'role_required' | 'unknown_parameter' | 'user_not_found';
  removeUser: AdministrationErrors | 'resource_conflict' | 'role_required' | 'user_not_found';
  createInvite: AdministrationErrors | 'idempotency_key_reused' | 'invalid_json' | 'invalid_parameter' | 'payload_too_large' | 'read_only_field' | 'resource_conflict' | 'role_required' | 'unknown_parameter' | 'workspace_not_found';
  listInvites: AdministrationErrors | 'invalid_parameter';
  readInvite: AdministrationErrors | 'invite_not_found';
  deleteInvite: AdministrationErrors | 'invite_not_found' | 'resource_conflict';
  readRateLimits: AdministrationErrors;
  readWorkspaceRateLimits: AdministrationErrors | 'workspace_not_found';
  setWorkspaceRateLimits: AdministrationErrors | 'invalid_json' | 'invalid_parameter' | 'override_above_org_limit' | 'payload_too_large' | 'read_only_field' | 'resource_conflict' | 'unknown_model' | 'unknown_parameter' | 'workspace_not_found';
  clearWorkspaceRateLimits: AdministrationErrors | 'resource_conflict' | 'workspace_not_found';
  listSpendLimits: AdministrationErrors | 'invalid_parameter';
  setSpendLimit: AdministrationErrors | 'idempotency_key_reused' | 'invalid_json' | 'invalid_parameter' | 'payload_too_large' | 'read_only_field' | 'resource_conflict' | 'role_required' | 'unknown_parameter' | 'user_not_found' | 'workspace_not_found';
  readSpendLimit: AdministrationErrors | 'spend_limit_not_found';
  deleteSpendLimit: AdministrationErrors | 'resource_conflict' | 'role_required' | 'spend_limit_not_found';
  listAuditEvents: AdministrationErrors | 'invalid_parameter';
  reportUsage: AdministrationErrors | 'invalid_parameter';
  reportCost: AdministrationErrors | 'invalid_parameter';
  reportCodeAnalytics: AdministrationErrors | 'invalid_parameter';
  createOrganizationWebhook: AdministrationErrors | 'idempotency_key_reused' | 'invalid_json' | 'invalid_parameter' | 'invalid_url' | 'payload_too_large' | 'read_only_field' | 'resource_conflict' | 'unknown_event_type' | 'unknown_parameter' | 'webhook_limit_reached';
  listOrganizationWebhooks: AdministrationErrors | 'invalid_parameter';
  readOrganizationWebhook: AdministrationErrors | 'webhook_not_found';
  updateOrganizationWebhook: AdministrationErrors | 'invalid_json' | 'invalid_parameter' | 'invalid_url' | 'payload_too_large' | 'read_only_field' | 'unknown_event_type' | 'unknown_parameter' | 'webhook_not_found';
  deleteOrganizationWebhook: AdministrationErrors | 'webhook_not_found';
  rotateOrganizationWebhookSecret: AdministrationErrors | 'idempotency_key_reused' | 'resource_conflict' | 'webhook_not_found';
  testOrganizationWebhook: AdministrationErrors | 'idempotency_key_reused' | 'resource_conflict' | 'webhook_not_found';
  listOrganizationWebhookDeliveries: AdministrationErrors | 'invalid_parameter' | 'webhook_not_found';
  readOrganizationWebhookDelivery: AdministrationErrors | 'delivery_not_found' | 'webhook_not_found';
  redeliverOrganizationWebhook: AdministrationErrors | 'delivery_not_found' | 'idempotency_key_reused' | 'resource_conflict' | 'webhook_not_found';
  readInferenceHook: AdministrationErrors | 'inference_hook_not_found';
  putInferenceHook: AdministrationErrors | 'invalid_json' | 'invalid_parameter' | 'invalid_url' | 'payload_too_large' | 'read_only_field' | 'resource_conflict' | 'role_required' | 'unknown_parameter' | 'workspace_not_found';
  deleteInferenceHook: AdministrationErrors | 'inference_hook_not_found' | 'role_required';
  rotateInferenceHookSecret: AdministrationErrors | 'idempotency_key_reused' | 'inference_hook_not_found' | 'resource_conflict' | 'role_required';
  testInferenceHook: AdministrationErrors | 'idempotency_key_reused' | 'inference_hook_not_found' | 'resource_conflict';
  createDirectoryToken: AdministrationErrors | 'idempotency_key_reused' | 'invalid_json' | 'invalid_parameter' | 'payload_too_large' | 'read_only_field' | 'resource_conflict' | 'role_required' | 'unknown_parameter';
  listDirectoryTokens: AdministrationErrors | 'invalid_parameter' | 'role_required';
  deleteDirectoryToken: AdministrationErrors | 'directory_token_not_found' | 'role_required';
  listDirectoryGroups: AdministrationErrors | 'invalid_parameter' | 'role_required';
  readDirectoryGroup: AdministrationErrors | 'directory_group_not_found' | 'role_required';
  updateDirectoryGroup: AdministrationErrors | 'directory_group_not_found' | 'invalid_json' | 'invalid_parameter' | 'payload_too_large' | 'read_only_field' | 'role_required' | 'unknown_parameter' | 'workspace_not_found';
  createPlugin: AdministrationErrors | 'idempotency_key_reused' | 'invalid_json' | 'invalid_parameter' | 'invalid_plugin' | 'marketplace_not_found' | 'name_taken' | 'payload_too_large' | 'plugin_not_found' | 'read_only_field' | 'resource_conflict' | 'unknown_parameter' | 'workspace_not_found';
  listPlugins: AdministrationErrors | 'invalid_parameter';
  readPlugin: AdministrationErrors | 'plugin_not_found';
  updatePlugin: AdministrationErrors | 'invalid_json' | 'invalid_parameter' | 'name_taken' | 'payload_too_large' | 'plugin_not_found' | 'read_only_field' | 'unknown_parameter' | 'workspace_not_found';
  createDomain: AdministrationErrors | 'idempotency_key_reused' | 'invalid_json' | 'invalid_parameter' | 'payload_too_large' | 'read_only_field' | 'resource_conflict' | 'role_required' | 'unknown_parameter';
  listDomains: AdministrationErrors | 'invalid_parameter' | 'role_required';
  verifyDomain: AdministrationErrors | 'domain_not_found' | 'idempotency_key_reused' | 'resource_conflict' | 'role_required';
  deleteDomain: AdministrationErrors | 'domain_not_found' | 'role_required';
  createSsoConnection: AdministrationErrors | 'domain_not_found' | 'idempotency_key_reused' | 'invalid_json' | 'invalid_parameter' | 'payload_too_large' | 'read_only_field' | 'resource_conflict' | 'role_required' | 'unknown_parameter' | 'workspace_not_found';
  listSsoConnections: AdministrationErrors | 'invalid_parameter' | 'role_required';
  readSsoConnection: AdministrationErrors | 'role_required' | 'sso_connection_not_found';
  updateSsoConnection: AdministrationErrors | 'domain_not_found' | 'invalid_json' | 'invalid_parameter' | 'payload_too_large' | 'read_only_field' | 'resource_conflict' | 'role_required' | 'sso_connection_not_found' | 'unknown_parameter' | 'workspace_not_found';
  deleteSsoConnection: AdministrationErrors | 'role_required' | 'sso_connection_not_found';
  testSsoConnection: AdministrationErrors | 'idempotency_key_reused' | 'resource_conflict' | 'role_required' | 'sso_connection_not_found';
}
