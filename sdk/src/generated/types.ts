// Printed from the contract by `npm run generate`; change it there.

export interface AddWorkspaceMemberBody {
  user_id: string;
  role: "workspace_user" | "workspace_developer" | "workspace_admin";
}

export interface AdminKey {
  id: string;
  type: "admin_key";
  name: string;
  prefix: string;
  status: "active" | "inactive";
  created_by: {
    id: string;
    email: string;
    /** Null: no longer a member. */
    role: string | null;
  };
  allowed_ips: string[];
  /** RFC 3339, UTC. */
  created_at: string;
  last_used_at: string | null;
}

export interface AdminKeysPage {
  object: "list";
  data: AdminKey[];
  /** Whether there are more in the direction asked for. */
  has_more: boolean;
  /** Id of the newest item. Null: the page is empty. */
  first_id: string | null;
  /** Id of the oldest item. Null: the page is empty. */
  last_id: string | null;
}

export type Annotation = {
  type: "url_citation";
  url_citation: {
    url: string;
    title: string;
    /** In code points of the content: where what is supported begins. */
    start_index: number;
    /** Exclusive. */
    end_index: number;
  };
} | {
  type: "file_citation";
  file_citation: {
    file_id: string | null;
    filename: string | null;
    quote: string;
    /** The first page, of documents that have pages. */
    page: number | null;
    /** In code points of the content: where what is supported begins. */
    start_index: number;
    /** Exclusive. */
    end_index: number;
  };
};

export interface ApiKey {
  id: string;
  type: "api_key";
  name: string;
  kind: "private" | "public" | "svc_code";
  /** The first characters, to recognize a leaked key by. */
  prefix: string;
  /** The last characters. */
  hint: string;
  status: "active" | "inactive" | "revoked" | "expired";
  workspace_id: string;
  created_by: {
    id: string;
    email: string;
    status: "active" | "suspended" | "removed";
  };
  /** Empty: any. */
  allowed_origins: string[];
  /** Empty: any. */
  allowed_ips: string[];
  /** The version of calls that name none. */
  pinned_version: string;
  expires_at: string | null;
  /** RFC 3339, UTC. */
  created_at: string;
  /** Usage is written at most once a minute. */
  last_used_at: string | null;
  last_used_ip: string | null;
  use_count: number;
}

export interface ApiKeysPage {
  object: "list";
  data: ApiKey[];
  /** Whether there are more in the direction asked for. */
  has_more: boolean;
  /** Id of the newest item. Null: the page is empty. */
  first_id: string | null;
  /** Id of the oldest item. Null: the page is empty. */
  last_id: string | null;
}

/** An earlier reply. Its content may be left out only beside tool_calls. */
export interface AssistantMessage {
  role: "assistant";
  content?: string | TextPart[] | null | undefined;
  tool_calls?: ToolCall[] | null | undefined;
}

export interface AuditEvent {
  id: string;
  type: "audit_event";
  event: string;
  /** RFC 3339, UTC. */
  created_at: string;
  actor: {
    type: "user" | "admin_key" | "api_key" | "system" | "operator" | "directory_token";
    id: string | null;
    email: string | null;
    role: string | null;
  };
  resource: {
    type: string;
    id: string;
  };
  workspace_id: string | null;
  ip_address: string | null;
  user_agent: string | null;
  request_id: string | null;
  changes: Record<string, {
    from: unknown;
    to: unknown;
  }>;
  details: {
    method?: string | undefined;
    path?: string | undefined;
    status?: number | undefined;
    /** Of `inference_hook.denied`: what the hook gave as its reason. */
    reason?: string | undefined;
    /** Of `inference_hook.denied`: the tool that was not run. */
    tool?: string | undefined;
  };
}

export interface AuditEventsPage {
  object: "list";
  data: AuditEvent[];
  /** Whether there are more in the direction asked for. */
  has_more: boolean;
  /** Id of the newest item. Null: the page is empty. */
  first_id: string | null;
  /** Id of the oldest item. Null: the page is empty. */
  last_id: string | null;
}

export interface Batch {
  /** Begins with `batch_`. */
  id: string;
  type: "batch";
  status: "validating" | "in_progress" | "canceling" | "completed" | "expired" | "canceled" | "failed";
  input_file_id: string;
  /** The results, once the batch has ended. */
  output_file_id: string | null;
  request_counts: {
    total: number;
    /** Requests without a result yet. */
    processing: number;
    succeeded: number;
    errored: number;
    canceled: number;
    expired: number;
  };
  /** Why the status is `failed`. */
  errors: Array<{
    /** Counts from 1. Null: the problem is of the whole file. */
    line: number | null;
    /** A code of the error catalog. */
    code: string;
    message: string;
    /** The field of the line. */
    param: string | null;
  }>;
  metadata: Record<string, string>;
  usage: {
    input_tokens: number;
    cached_input_tokens: number;
    output_tokens: number;
  };
  workspace_id: string;
  /** Id of the key, or of the person in the Console. */
  created_by: string;
  /** RFC 3339, UTC. */
  created_at: string;
  in_progress_at: string | null;
  cancel_requested_at: string | null;
  ended_at: string | null;
  /** What is unfinished then expires. */
  expires_at: string;
}

export interface BatchResult {
  custom_id: string;
  result: {
    type: "succeeded" | "errored" | "canceled" | "expired";
    /** Null for `canceled` and `expired`. */
    status_code: number | null;
    /** What the endpoint answered. */
    body: Record<string, unknown> | null;
  };
}

export type BlockSource = {
  type: "url";
  url: string;
} | {
  type: "base64";
  media_type: string;
  data: string;
} | {
  type: "file";
  file_id: string;
};

export interface BuiltinTool {
  type: "svc_web_search" | "svc_web_fetch";
  /** Default 5. */
  max_uses?: number | null | undefined;
  allowed_domains?: string[] | null | undefined;
  blocked_domains?: string[] | null | undefined;
}

export interface ChatCompletion {
  id: string;
  object: "chat.completion";
  /** Unix time in seconds. */
  created: number;
  model: string;
  choices: Array<{
    index: 0;
    message: {
      role: "assistant";
      /** Empty or null when the reply holds only tool calls. */
      content: string | null;
      tool_calls?: ToolCall[] | undefined;
      /** How the model came to it, where reasoning was asked for. Sent back unchanged. */
      reasoning?: Array<{
        text: string;
        signature: string;
      }> | undefined;
      /** What the reply cites, where citations were asked for (CHAT-88). */
      annotations?: Annotation[] | undefined;
    };
    finish_reason: FinishReason;
  }>;
  usage: ChatUsage;
}

export interface ChatCompletionChunk {
  id: string;
  object: "chat.completion.chunk";
  /** Unix time in seconds, the same in all chunks of a reply. */
  created: number;
  model: string;
  choices: Array<{
    index: 0;
    delta: {
      role?: "assistant" | undefined;
      content?: string | null | undefined;
      tool_calls?: ToolCallPiece[] | undefined;
      /** Pieces of reasoning. The signature comes with the last piece of its index. */
      reasoning?: Array<{
        index: number;
        text: string;
        signature?: string | undefined;
      }> | undefined;
      annotations?: Annotation[] | undefined;
    };
    finish_reason: FinishReason | null;
  }>;
  /** Only in the last chunk, whose choices are empty. */
  usage?: ChatUsage | undefined;
}

export interface ChatCompletionRequest {
  /** The conversation, oldest message first. */
  messages: ChatMessage[];
  /** A name from the models list, exactly. The default model answers when it is left out. */
  model?: string | undefined;
  /** Whether the reply is sent as an event stream. False returns one JSON object. */
  stream?: boolean | undefined;
  /** Most tokens the reply may contain. A value above the model's ceiling is lowered to it. */
  max_tokens?: number | null | undefined;
  /** Functions the model may ask to call. */
  tools?: FunctionTool[] | null | undefined;
  tool_choice?: ToolChoice | null | undefined;
}

/** One message of the conversation. */
export type ChatMessage = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

export type ChatPart = {
  type: "text";
  text: string;
} | {
  type: "image_url";
  image_url: {
    url: string;
    detail?: "auto" | "low" | "high" | null | undefined;
  };
} | {
  type: "image_file";
  image_file: {
    file_id: string;
    detail?: "auto" | "low" | "high" | null | undefined;
  };
} | {
  type: "file";
  file: {
    file_id: string;
  } | {
    filename: string;
    file_data: string;
  };
};

export interface ChatTokenCount {
  object: "chat.completion.token_count";
  model: string;
  /** What a call would report, the identity instruction included. */
  prompt_tokens: number;
}

export interface ChatUsage {
  /** Input tokens, the identity instruction included. */
  prompt_tokens: number;
  /** Output tokens. */
  completion_tokens: number;
  /** The sum of both. */
  total_tokens: number;
  /** The part of the prompt served from cache, billed at the cached rate. */
  cached_tokens?: number | undefined;
}

export type Citation = {
  type: "char_location";
  /** Exactly as in the source; not billed as output. */
  cited_text: string;
  /** Among all documents of the request, in their order. */
  document_index: number;
  document_title: string | null;
  file_id: string | null;
  /** In code points of the text. */
  start_char_index: number;
  /** Exclusive. */
  end_char_index: number;
} | {
  type: "page_location";
  /** Exactly as in the source; not billed as output. */
  cited_text: string;
  /** Among all documents of the request, in their order. */
  document_index: number;
  document_title: string | null;
  file_id: string | null;
  /** Pages, slides or sheets, from 1. */
  start_page_number: number;
  /** Exclusive. */
  end_page_number: number;
} | {
  type: "web_location";
  /** Exactly as in the source; not billed as output. */
  cited_text: string;
  url: string;
  title: string | null;
};

export interface CodeActivity {
  /** The day, UTC: YYYY-MM-DD. */
  date: string;
  actor: {
    type: "user" | "api_key";
    id: string;
    /** Of the person, or of who made the key. */
    email: string;
    name: string;
  };
  requests: number;
  /** As the client reported it; null if it reported nothing that day. */
  sessions: number | null;
  /** As the client reported it; null if it reported nothing that day. */
  lines_of_code: {
    added: number;
    removed: number;
  } | null;
  /** As the client reported it; null if it reported nothing that day. */
  commits: number | null;
  /** As the client reported it; null if it reported nothing that day. */
  pull_requests: number | null;
  /** As the client reported it; null if it reported nothing that day. */
  tool_actions: Record<string, {
    accepted: number;
    rejected: number;
  }> | null;
  model_breakdown: Array<{
    model: string;
    tokens: {
      /** Cached ones included. */
      input: number;
      cached_input: number;
      output: number;
    };
    estimated_cost: {
      /** What credits paid; 0 where the plan did. */
      amount: string;
      currency: "USD";
    };
  }>;
}

export interface CodeTelemetry {
  resourceMetrics?: Array<{
    /** Tells series apart. It is not stored. */
    resource?: Record<string, unknown> | undefined;
    scopeMetrics?: Array<{
      metrics?: Array<{
        name: string;
        sum?: {
          /** 1: delta. 2: cumulative. */
          aggregationTemporality: number;
          dataPoints: Array<{
            /** `type`, `tool` and `decision` are read. No other is stored. */
            attributes?: Array<{
              key: string;
              value: {
                stringValue?: string | undefined;
                [field: string]: unknown;
              };
              [field: string]: unknown;
            }> | undefined;
            startTimeUnixNano?: string | number | undefined;
            /** Says the UTC day. At most a day ago. */
            timeUnixNano: string | number;
            asInt?: string | number | undefined;
            asDouble?: number | undefined;
            [field: string]: unknown;
          }>;
          [field: string]: unknown;
        } | undefined;
        [field: string]: unknown;
      }> | undefined;
      [field: string]: unknown;
    }> | undefined;
    [field: string]: unknown;
  }> | undefined;
  [field: string]: unknown;
}

export interface CodeTelemetryResult {
  partialSuccess?: {
    /** A whole number. */
    rejectedDataPoints: string;
    errorMessage: string;
  } | undefined;
}

export interface CompactionBlock {
  type: "compaction";
  summary: string;
}

export type ContentBlock = SentTextBlock | ImageBlock | DocumentBlock | ToolCallBlock | ToolResultBlock | ReasoningBlock | CompactionBlock;

export interface ContextManagement {
  edits: Array<{
    type: "compact";
    trigger?: {
      type: "input_tokens";
      value: number;
    } | null | undefined;
    instructions?: string | null | undefined;
    pause_after?: boolean | null | undefined;
  } | {
    type: "clear_tool_results";
    trigger?: {
      type: "input_tokens";
      value: number;
    } | null | undefined;
    keep?: number | null | undefined;
    exclude_tools?: string[] | null | undefined;
  }>;
}

export interface ContextManagementReport {
  applied_edits: Array<{
    type: "compact" | "clear_tool_results";
    cleared_input_tokens: number;
  }>;
}

export interface CostReport {
  data: Array<{
    /** RFC 3339, UTC. */
    starting_at: string;
    /** RFC 3339, UTC. */
    ending_at: string;
    results: Array<{
      workspace_id: string | null;
      description: string | null;
      model: string | null;
      /** When grouped by description. Null for tools and for what the plan covered. */
      token_type: "input_tokens" | "cached_input_tokens" | "output_tokens" | null;
      billing_source: "subscription" | "api_credit";
      /** US dollars as decimal text. */
      amount: string;
      currency: "USD";
    }>;
  }>;
  has_more: boolean;
  /** Send it as page to go on. */
  next_page: string | null;
}

export interface CreateBatchBody {
  /** A file with the purpose `batch` that is ready. */
  input_file_id: string;
  /** When given, every line must name it. */
  endpoint?: "/v1/chat/completions" | "/v1/messages" | undefined;
  completion_window?: "24h" | undefined;
  metadata?: Record<string, string> | null | undefined;
  /** Days until the results are deleted, 1 to 90; 30 when left out, always 1 in organizations with zero data retention. */
  output_expires_after_days?: number | undefined;
}

export interface CreateDirectoryTokenBody {
  name: string;
  /** RFC 3339, in the future. Absent or null: it does not end by itself. */
  expires_at?: string | null | undefined;
}

export interface CreateDomainBody {
  /** Domain of email addresses, such as `acme.example`. A subdomain is another domain. */
  domain: string;
}

export interface CreateInviteBody {
  email: string;
  role: "primary_owner" | "owner" | "administrator" | "developer" | "billing" | "member";
  workspaces?: Array<{
    workspace_id: string;
    role: "workspace_user" | "workspace_developer" | "workspace_admin";
  }> | undefined;
}

export interface CreateOrganizationWebhookBody {
  /** A public HTTPS address. */
  url: string;
  /** Types of events, or `*` alone for all of them. */
  events: Array<"spend.threshold_reached" | "credits.low_balance" | "inference_hook.failing" | "encryption_key.unavailable" | "webhook.test" | "*">;
  description?: string | null | undefined;
  status?: "enabled" | "disabled" | undefined;
}

export interface CreatePluginBody {
  source: {
    kind: "marketplace";
    marketplace_id: string;
  };
  name: string;
  /** The highest one when left out. */
  version?: string | undefined;
  policy?: "required" | "available" | "blocked" | undefined;
  /** null: the whole organization. */
  workspace_ids?: string[] | null | undefined;
}

export interface CreatePluginForm {
  policy?: "required" | "available" | "blocked" | undefined;
  /** null: the whole organization. */
  workspace_ids?: string[] | null | undefined;
}

export interface CreatePromptTemplateBody {
  /** Lower-case letters, digits, `-` and `_`. It does not end in `-v` and a number. */
  name: string;
  messages: Array<{
    role: "system" | "user" | "assistant";
    /** Text; `{{name}}` stands for the variable `name`. */
    content: string;
  }>;
  /** Who answers a request that names no model. */
  model?: string | null | undefined;
  /** Labels that point at this version from now on. */
  labels?: string[] | null | undefined;
}

export interface CreateSsoConnectionBody {
  name: string;
  domains: string[];
  protocol: "oidc" | "saml";
  /** Required with the protocol `oidc`. */
  oidc?: {
    issuer: string;
    client_id: string;
    /** Write-only. A new one is used first; for 7 days the one before is tried too. */
    client_secret?: string | undefined;
    client_secret_expires_at?: string | null | undefined;
    scopes?: string | undefined;
  } | undefined;
  /** Required with the protocol `saml`. */
  saml?: {
    idp_entity_id: string;
    sso_url: string;
    /** PEM. */
    certificates: string[];
  } | undefined;
  /** Default: `email`, `name`, `groups`. */
  attribute_map?: {
    email?: string | undefined;
    name?: string | undefined;
    groups?: string | undefined;
  } | undefined;
  provisioning?: "off" | "jit" | undefined;
  default_role?: "member" | "developer" | undefined;
  group_roles?: Array<{
    group: string;
    role?: "administrator" | "developer" | "billing" | "member" | null | undefined;
    workspaces?: Array<{
      workspace_id: string;
      role: "workspace_user" | "workspace_developer" | "workspace_admin";
    }> | undefined;
  }> | undefined;
  allow_idp_initiated?: boolean | undefined;
  trust_second_factor?: boolean | undefined;
}

export interface CreateTunnelBody {
  name: string;
  description?: string | null | undefined;
  allowed_targets: string[];
  auth_mode?: "token" | "mtls" | undefined;
}

export interface CreateWebhookBody {
  /** A public HTTPS address. */
  url: string;
  /** Types of events, or `*` alone for all of them. */
  events: Array<"batch.completed" | "batch.failed" | "batch.expired" | "batch.canceled" | "file.expired" | "session.idle" | "session.requires_action" | "session.error" | "deployment.run.failed" | "deployment.paused" | "environment.build.succeeded" | "environment.build.failed" | "spend.threshold_reached" | "credits.low_balance" | "inference_hook.failing" | "encryption_key.unavailable" | "webhook.test" | "*">;
  description?: string | null | undefined;
  status?: "enabled" | "disabled" | undefined;
}

export interface CreateWorkspaceBody {
  /** 1 to 40 characters, without control characters, / < and >. */
  name: string;
  description?: string | undefined;
  /** One of the data_regions of the organization. */
  data_region?: string | undefined;
  allowed_ips?: string[] | undefined;
  spend_limit_usd?: string | null | undefined;
}

export interface CreditBalance {
  type: "credit_balance";
  /** US dollars as decimal text. */
  balance_usd: string;
  auto_reload: {
    enabled: boolean;
    /** The balance below which the event is sent. */
    trigger_usd: string;
    last_error: string | null;
  };
}

export interface DeleteDirectoryTokenAnswer {
  id: string;
  type: "directory_token";
  deleted: true;
}

export interface DeleteDomainAnswer {
  domain: string;
  type: "domain";
  deleted: true;
}

export interface DeleteFileAnswer {
  id: string;
  object: "file";
  deleted: true;
}

export interface DeleteInferenceHookAnswer {
  type: "inference_hook";
  deleted: true;
}

export interface DeleteInviteAnswer {
  id: string;
  type: "invite";
  deleted: true;
}

export interface DeleteOrganizationWebhookAnswer {
  id: string;
  object: "webhook";
  deleted: true;
}

export interface DeleteSpendLimitAnswer {
  id: string;
  type: "spend_limit";
  deleted: true;
}

export interface DeleteSsoConnectionAnswer {
  id: string;
  type: "sso_connection";
  deleted: true;
}

export interface DeleteTunnelAnswer {
  id: string;
  type: "tunnel";
  deleted: true;
}

export interface DeleteWebhookAnswer {
  id: string;
  object: "webhook";
  deleted: true;
}

export type DescribeApiAnswer = string;

export interface DescribeApiQuery {
  /** A version date. The whole description of that version. */
  version?: "2026-11-01" | undefined;
  /** Flags separated by commas, whose operations are described too: admin-2026-11-01, mcp-tunnels-2026-12-01, webhooks-2026-11-01, prompt-tools-2026-12-01, agents-2026-11-01, chat-extensions-2026-12-01. */
  beta?: string | undefined;
  /** The form of OpenAPI. 3.0 when it is left out. 3.1 gives the whole description, too. */
  openapi?: "3.0" | "3.1" | undefined;
}

export interface DirectoryGroup {
  id: string;
  type: "directory_group";
  display_name: string;
  external_id: string | null;
  member_count: number;
  /** Role in the organization that members get. The highest of all their groups applies. */
  role: "administrator" | "developer" | "billing" | "member" | null;
  /** Workspaces that members are added to, with their role. */
  workspaces: Array<{
    workspace_id: string;
    role: "workspace_user" | "workspace_developer" | "workspace_admin";
  }>;
  /** RFC 3339, UTC. */
  created_at: string;
  /** RFC 3339, UTC. */
  updated_at: string;
}

export interface DirectoryGroupsPage {
  object: "list";
  data: DirectoryGroup[];
  /** Whether there are more in the direction asked for. */
  has_more: boolean;
  /** Id of the newest item. Null: the page is empty. */
  first_id: string | null;
  /** Id of the oldest item. Null: the page is empty. */
  last_id: string | null;
}

export interface DirectoryToken {
  id: string;
  type: "directory_token";
  name: string;
  expires_at: string | null;
  /** RFC 3339, UTC. */
  created_at: string;
  last_used_at: string | null;
}

export interface DirectoryTokensPage {
  object: "list";
  data: DirectoryToken[];
  /** Whether there are more in the direction asked for. */
  has_more: boolean;
  /** Id of the newest item. Null: the page is empty. */
  first_id: string | null;
  /** Id of the oldest item. Null: the page is empty. */
  last_id: string | null;
}

export interface DocumentBlock {
  type: "document";
  source: BlockSource;
  title?: string | null | undefined;
  /** The same on all documents of a request. */
  citations?: {
    enabled?: boolean | null | undefined;
  } | null | undefined;
}

export interface Domain {
  type: "domain";
  /** In lower case; names in other scripts as `xn--…`. */
  domain: string;
  /** Only a `verified` domain is matched. One whose value has been missing for a while is `pending` again. */
  status: "pending" | "verified";
  /** Name of the DNS record that must have the value. */
  txt_name: string;
  /** Value of a TXT record of that name. Others may exist beside it. */
  txt_value: string;
  verified_at: string | null;
  /** RFC 3339, UTC. */
  created_at: string;
}

export interface DomainsPage {
  object: "list";
  data: Domain[];
  /** Whether there are more in the direction asked for. */
  has_more: boolean;
  /** Id of the newest item. Null: the page is empty. */
  first_id: string | null;
  /** Id of the oldest item. Null: the page is empty. */
  last_id: string | null;
}

export interface Embedding {
  object: "embedding";
  /** Position of the text in input. */
  index: number;
  /** The vector, of length 1: as numbers, or in base64. */
  embedding: number[] | string;
}

/** Vectors have length 1, so their dot product is their cosine similarity. Those of different models are not comparable. */
export interface EmbeddingList {
  object: "list";
  /** One per text, in the order of input. */
  data: Embedding[];
  model: string;
  usage: {
    /** Tokens billed. */
    prompt_tokens: number;
    /** The same. */
    total_tokens: number;
  };
}

export interface EmbeddingsRequest {
  /** An embedding model from the models list, exactly. Chat models cannot embed. */
  model: string;
  /** One text or several, none empty. Each up to 8192 tokens. */
  input: string | string[];
  /** Numbers per vector; 1024 when left out. */
  dimensions?: 256 | 512 | 1024 | null | undefined;
  /** float (the default): a list of numbers. base64: the same numbers as little-endian float32. */
  encoding_format?: "float" | "base64" | null | undefined;
  /** document (the default): texts to be found. query: texts to search with. */
  input_type?: "document" | "query" | null | undefined;
  /** Id of the end user; stored with the usage. */
  user?: string | null | undefined;
}

export interface ExtendedChatRequest {
  /** Oldest first. Required without prompt. */
  messages?: Array<{
    role: "system";
    content: string | TextPart[];
  } | {
    role: "user";
    content: string | ChatPart[];
  } | {
    role: "assistant";
    content?: string | TextPart[] | null | undefined;
    tool_calls?: Array<{
      /** Opaque; its form may change. */
      id: string;
      type: "function";
      function: {
        name: string;
        /** The arguments as JSON text. A model may write invalid JSON, so parse it with care. */
        arguments: string;
      };
      index?: number | undefined;
    }> | null | undefined;
    reasoning?: Array<{
      text: string;
      signature: string;
      index?: number | undefined;
    }> | null | undefined;
    annotations?: SentAnnotation[] | null | undefined;
  } | {
    role: "tool";
    content: string | TextPart[];
    tool_call_id: string;
  }> | null | undefined;
  /** A name from the models list, exactly. The default model answers when it is left out. */
  model?: string | undefined;
  /** Whether the reply is sent as an event stream. False returns one JSON object. */
  stream?: boolean | undefined;
  /** Most tokens the reply may contain. A value above the model's ceiling is lowered to it. */
  max_tokens?: number | null | undefined;
  tools?: Array<MessageTool | BuiltinTool> | null | undefined;
  tool_choice?: "auto" | "none" | "required" | {
    type: "function";
    function: {
      name: string;
    };
  } | null | undefined;
  stop?: string | string[] | null | undefined;
  user?: string | null | undefined;
  metadata?: MessageMetadata | null | undefined;
  temperature?: number | null | undefined;
  top_p?: number | null | undefined;
  top_k?: number | null | undefined;
  seed?: number | null | undefined;
  presence_penalty?: number | null | undefined;
  frequency_penalty?: number | null | undefined;
  reasoning?: Reasoning | null | undefined;
  response_format?: ResponseFormat | null | undefined;
  /** Of the edits only clear_tool_results. */
  context_management?: ContextManagement | null | undefined;
  mcp_servers?: McpServer[] | null | undefined;
  /** Of all documents of the request. */
  citations?: {
    enabled?: boolean | null | undefined;
  } | null | undefined;
  prompt_cache_key?: string | null | undefined;
  prompt?: PromptReference | null | undefined;
  /** Default true. */
  parallel_tool_calls?: boolean | null | undefined;
  /** Default true. */
  stream_options?: {
    include_usage?: boolean | null | undefined;
  } | null | undefined;
  n?: 1 | null | undefined;
  logprobs?: false | null | undefined;
}

export interface File {
  /** Begins with `file_`. */
  id: string;
  object: "file";
  filename: string;
  purpose: "document" | "vision" | "batch" | "code_input" | "skill";
  bytes: number;
  /** Detected from the content. */
  mime_type: string;
  /** Unix seconds. */
  created_at: number;
  /** The file is deleted then. Unix seconds. */
  expires_at: number;
  /** Only `ready` files can be used and downloaded. */
  status: "processing" | "ready" | "failed";
  /** Why it is `failed`. */
  status_detail: "corrupt_file" | "encrypted_file" | "unsafe_archive" | "malware_detected" | "empty_file" | "processing_error" | null;
  source: "upload" | "batch_output" | "code_execution";
  workspace_id: string;
}

/** stop: the model finished. length: max_tokens or the context window was reached. tool_calls: the reply waits for results. */
export type FinishReason = "stop" | "length" | "tool_calls";

/** A function the model may ask to call. */
export interface FunctionTool {
  type: "function";
  function: {
    /** Letters, digits, underscores and hyphens are the safe choice. */
    name: string;
    /** Plain language the model reads to decide when to call the function. */
    description?: string | null | undefined;
    /** JSON Schema of the arguments. */
    parameters?: Record<string, unknown> | null | undefined;
  };
}

export interface GeneratePromptBody {
  /** What the prompt is to achieve. */
  task: string;
  /** The model that the prompt is for, which also answers. The default model when left out. */
  model?: string | null | undefined;
}

export interface ImageBlock {
  type: "image";
  source: BlockSource;
}

export interface ImprovePromptBody {
  /** The prompt, as it would be sent. */
  messages: Array<{
    role: "user" | "assistant";
    content: string;
  }>;
  system?: string | null | undefined;
  /** What is wrong with its replies. */
  problem: string;
  /** The model that the prompt is for, which also answers. The default model when left out. */
  model?: string | null | undefined;
}

export interface InferenceHook {
  type: "inference_hook";
  url: string;
  /** `off` never calls the hook, `shadow` calls and counts but refuses nothing, `enforce` obeys. */
  mode: "off" | "shadow" | "enforce";
  /** What happens in `enforce` to a request that the hook gives no verdict on. */
  on_failure: "allow" | "deny";
  timeout_ms: number;
  /** What it is asked about: prompts, and tools that run on the service. */
  events: Array<"prompt" | "tool_call">;
  /** Null: all workspaces. */
  workspace_ids: string[] | null;
  /** Names only: values are never returned. */
  headers: string[];
  /** `failing`: there was no verdict since `failing_since`. */
  status: "off" | "healthy" | "failing";
  /** The first failure after the last verdict. */
  failing_since: string | null;
  /** Calls of the last hour, failures included. */
  calls_1h: number;
  denied_1h: number;
  failed_1h: number;
  /** RFC 3339, UTC. */
  created_at: string;
  /** RFC 3339, UTC. */
  updated_at: string;
}

export interface InferenceHookSecret {
  type: "inference_hook";
  /** Begins with `whsec_`. Calls are signed with it. */
  signing_secret: string;
  /** Until then calls are signed with both secrets. */
  previous_secret_expires_at: string;
}

export interface InferenceHookTest {
  type: "inference_hook_test";
  verdict: {
    action: "allow" | "deny";
    reason: string | null;
    message: string | null;
  } | null;
  /** Why there was no verdict. */
  failure: "timeout" | "dns" | "blocked_address" | "tls" | "connect" | "redirect" | "http_status" | "too_large" | "invalid_verdict" | null;
  duration_ms: number;
}

export interface Invite {
  id: string;
  type: "invite";
  email: string;
  role: "primary_owner" | "owner" | "administrator" | "developer" | "billing" | "member";
  workspaces: Array<{
    workspace_id: string;
    role: "workspace_user" | "workspace_developer" | "workspace_admin";
  }>;
  status: "pending" | "accepted" | "expired" | "deleted";
  invited_by: string;
  /** RFC 3339, UTC. */
  invited_at: string;
  /** RFC 3339, UTC. */
  expires_at: string;
  accepted_at: string | null;
}

export interface InvitesPage {
  object: "list";
  data: Invite[];
  /** Whether there are more in the direction asked for. */
  has_more: boolean;
  /** Id of the newest item. Null: the page is empty. */
  first_id: string | null;
  /** Id of the oldest item. Null: the page is empty. */
  last_id: string | null;
}

export interface IssueTunnelCertificateBody {
  /** A certificate request (PKCS #10) with an RSA key of 2048 bits or more, P-256 or P-384. Left out, a key is made. */
  csr_pem?: string | null | undefined;
  name?: string | null | undefined;
  validity_days?: number | undefined;
}

export interface ListAdminKeysQuery {
  /** Items of a page, up to 100. */
  limit?: number | undefined;
  /** Items older than this one. */
  after_id?: string | undefined;
  /** Items newer than this one. Not together with after_id. */
  before_id?: string | undefined;
}

export interface ListApiKeysQuery {
  /** Items of a page, up to 100. */
  limit?: number | undefined;
  /** Items older than this one. */
  after_id?: string | undefined;
  /** Items newer than this one. Not together with after_id. */
  before_id?: string | undefined;
  status?: "active" | "inactive" | "revoked" | "expired" | "all" | undefined;
  workspace_id?: string | undefined;
  /** Id of a member. */
  created_by?: string | undefined;
  /** Only keys last used before then, or never. */
  unused_since?: string | undefined;
}

export interface ListAuditEventsQuery {
  /** Items of a page, up to 100. */
  limit?: number | undefined;
  /** Items older than this one. */
  after_id?: string | undefined;
  /** Items newer than this one. Not together with after_id. */
  before_id?: string | undefined;
  /** RFC 3339. */
  starting_at?: string | undefined;
  /** RFC 3339. */
  ending_at?: string | undefined;
  /** Repeatable: only events of these names. */
  event?: string[] | undefined;
  actor_id?: string | undefined;
  workspace_id?: string | undefined;
  resource_id?: string | undefined;
}

export interface ListBatchesAnswer {
  object: "list";
  data: Batch[];
  /** Whether there are more in the direction asked for. */
  has_more: boolean;
  /** Id of the newest item. Null: the page is empty. */
  first_id: string | null;
  /** Id of the oldest item. Null: the page is empty. */
  last_id: string | null;
}

export interface ListBatchesQuery {
  /** Items of a page, up to 100. */
  limit?: number | undefined;
  /** Items older than this one. */
  after_id?: string | undefined;
  /** Items newer than this one. Not together with after_id. */
  before_id?: string | undefined;
  status?: "validating" | "in_progress" | "canceling" | "completed" | "expired" | "canceled" | "failed" | undefined;
  /** The same as after_id, as OpenAI clients send it. */
  after?: string | undefined;
}

export interface ListDirectoryGroupsQuery {
  /** Items of a page, up to 100. */
  limit?: number | undefined;
  /** Items older than this one. */
  after_id?: string | undefined;
  /** Items newer than this one. Not together with after_id. */
  before_id?: string | undefined;
  /** Only groups that this person is a member of. */
  user_id?: string | undefined;
}

export interface ListDirectoryTokensQuery {
  /** Items of a page, up to 100. */
  limit?: number | undefined;
  /** Items older than this one. */
  after_id?: string | undefined;
  /** Items newer than this one. Not together with after_id. */
  before_id?: string | undefined;
}

export interface ListDomainsQuery {
  /** Items of a page, up to 100. */
  limit?: number | undefined;
  /** Domains older than this one. */
  after_id?: string | undefined;
  /** Domains newer than this one. Not together with after_id. */
  before_id?: string | undefined;
}

export interface ListFilesAnswer {
  object: "list";
  data: File[];
  /** Whether there are more in the direction asked for. */
  has_more: boolean;
  /** Id of the newest item. Null: the page is empty. */
  first_id: string | null;
  /** Id of the oldest item. Null: the page is empty. */
  last_id: string | null;
}

export interface ListFilesQuery {
  /** Items of a page, up to 100. */
  limit?: number | undefined;
  /** Items older than this one. */
  after_id?: string | undefined;
  /** Items newer than this one. Not together with after_id. */
  before_id?: string | undefined;
  purpose?: "document" | "vision" | "batch" | "code_input" | "skill" | undefined;
  status?: "processing" | "ready" | "failed" | undefined;
  source?: "upload" | "batch_output" | "code_execution" | undefined;
  /** The same as after_id, as OpenAI clients send it. */
  after?: string | undefined;
}

export interface ListInvitesQuery {
  /** Items of a page, up to 100. */
  limit?: number | undefined;
  /** Items older than this one. */
  after_id?: string | undefined;
  /** Items newer than this one. Not together with after_id. */
  before_id?: string | undefined;
  status?: "pending" | "accepted" | "expired" | "deleted" | undefined;
}

export interface ListModelsQuery {
  /** true also lists models the plan does not include. */
  include_unavailable?: boolean | undefined;
  /** Repeatable: only models that have all of these. */
  capability?: Array<"tools" | "parallel_tool_calls" | "strict_tools" | "json_object" | "json_schema" | "vision" | "documents" | "citations" | "reasoning" | "temperature" | "top_p" | "top_k" | "penalties" | "seed"> | undefined;
  /** Only models of this surface; api when left out. */
  surface?: "api" | "cli" | "terminal" | "desktop" | undefined;
}

export interface ListOrganizationWebhookDeliveriesQuery {
  /** Items of a page, up to 100. */
  limit?: number | undefined;
  /** Items older than this one. */
  after_id?: string | undefined;
  /** Items newer than this one. Not together with after_id. */
  before_id?: string | undefined;
  status?: "pending" | "succeeded" | "failed" | "missed" | undefined;
  event_type?: "batch.completed" | "batch.failed" | "batch.expired" | "batch.canceled" | "file.expired" | "session.idle" | "session.requires_action" | "session.error" | "deployment.run.failed" | "deployment.paused" | "environment.build.succeeded" | "environment.build.failed" | "spend.threshold_reached" | "credits.low_balance" | "inference_hook.failing" | "encryption_key.unavailable" | "webhook.test" | undefined;
  event_id?: string | undefined;
}

export interface ListOrganizationWebhooksQuery {
  /** Items of a page, up to 100. */
  limit?: number | undefined;
  /** Items older than this one. */
  after_id?: string | undefined;
  /** Items newer than this one. Not together with after_id. */
  before_id?: string | undefined;
}

export interface ListPluginsQuery {
  /** Items of a page, up to 100. */
  limit?: number | undefined;
  /** Items older than this one. */
  after_id?: string | undefined;
  /** Items newer than this one. Not together with after_id. */
  before_id?: string | undefined;
}

export interface ListPromptTemplatesAnswer {
  object: "list";
  data: PromptTemplate[];
  /** Whether there are more in the direction asked for. */
  has_more: boolean;
  /** Id of the newest item. Null: the page is empty. */
  first_id: string | null;
  /** Id of the oldest item. Null: the page is empty. */
  last_id: string | null;
}

export interface ListPromptTemplatesQuery {
  /** Items of a page, up to 100. */
  limit?: number | undefined;
  /** Items older than this one. */
  after_id?: string | undefined;
  /** Items newer than this one. Not together with after_id. */
  before_id?: string | undefined;
}

export interface ListSpendLimitsQuery {
  /** Items of a page, up to 100. */
  limit?: number | undefined;
  /** Items older than this one. */
  after_id?: string | undefined;
  /** Items newer than this one. Not together with after_id. */
  before_id?: string | undefined;
  scope_type?: "organization" | "workspace" | "member" | "group" | undefined;
  workspace_id?: string | undefined;
  user_id?: string | undefined;
}

export interface ListSsoConnectionsQuery {
  /** Items of a page, up to 100. */
  limit?: number | undefined;
  /** Items older than this one. */
  after_id?: string | undefined;
  /** Items newer than this one. Not together with after_id. */
  before_id?: string | undefined;
}

export interface ListTunnelCertificatesAnswer {
  object: "list";
  data: TunnelCertificate[];
  /** Whether there are more in the direction asked for. */
  has_more: boolean;
  /** Id of the newest item. Null: the page is empty. */
  first_id: string | null;
  /** Id of the oldest item. Null: the page is empty. */
  last_id: string | null;
}

export interface ListTunnelCertificatesQuery {
  /** Items of a page, up to 100. */
  limit?: number | undefined;
  /** Items older than this one. */
  after_id?: string | undefined;
  /** Items newer than this one. Not together with after_id. */
  before_id?: string | undefined;
}

export interface ListTunnelConnectionsAnswer {
  object: "list";
  data: TunnelConnection[];
  /** Whether there are more in the direction asked for. */
  has_more: boolean;
  /** Id of the newest item. Null: the page is empty. */
  first_id: string | null;
  /** Id of the oldest item. Null: the page is empty. */
  last_id: string | null;
}

export interface ListTunnelConnectionsQuery {
  /** Items of a page, up to 100. */
  limit?: number | undefined;
  /** Items older than this one. */
  after_id?: string | undefined;
  /** Items newer than this one. Not together with after_id. */
  before_id?: string | undefined;
}

export interface ListTunnelsAnswer {
  object: "list";
  data: Tunnel[];
  /** Whether there are more in the direction asked for. */
  has_more: boolean;
  /** Id of the newest item. Null: the page is empty. */
  first_id: string | null;
  /** Id of the oldest item. Null: the page is empty. */
  last_id: string | null;
}

export interface ListTunnelsQuery {
  /** Items of a page, up to 100. */
  limit?: number | undefined;
  /** Items older than this one. */
  after_id?: string | undefined;
  /** Items newer than this one. Not together with after_id. */
  before_id?: string | undefined;
  status?: "connected" | "disconnected" | "disabled" | undefined;
}

export interface ListUsersQuery {
  /** Items of a page, up to 100. */
  limit?: number | undefined;
  /** Items older than this one. */
  after_id?: string | undefined;
  /** Items newer than this one. Not together with after_id. */
  before_id?: string | undefined;
  email?: string | undefined;
  role?: "primary_owner" | "owner" | "administrator" | "developer" | "billing" | "member" | undefined;
  status?: "active" | "suspended" | undefined;
}

export interface ListWebhookDeliveriesAnswer {
  object: "list";
  data: WebhookDelivery[];
  /** Whether there are more in the direction asked for. */
  has_more: boolean;
  /** Id of the newest item. Null: the page is empty. */
  first_id: string | null;
  /** Id of the oldest item. Null: the page is empty. */
  last_id: string | null;
}

export interface ListWebhookDeliveriesQuery {
  /** Items of a page, up to 100. */
  limit?: number | undefined;
  /** Items older than this one. */
  after_id?: string | undefined;
  /** Items newer than this one. Not together with after_id. */
  before_id?: string | undefined;
  status?: "pending" | "succeeded" | "failed" | "missed" | undefined;
  event_type?: "batch.completed" | "batch.failed" | "batch.expired" | "batch.canceled" | "file.expired" | "session.idle" | "session.requires_action" | "session.error" | "deployment.run.failed" | "deployment.paused" | "environment.build.succeeded" | "environment.build.failed" | "spend.threshold_reached" | "credits.low_balance" | "inference_hook.failing" | "encryption_key.unavailable" | "webhook.test" | undefined;
  event_id?: string | undefined;
}

export interface ListWebhooksAnswer {
  object: "list";
  data: Webhook[];
  /** Whether there are more in the direction asked for. */
  has_more: boolean;
  /** Id of the newest item. Null: the page is empty. */
  first_id: string | null;
  /** Id of the oldest item. Null: the page is empty. */
  last_id: string | null;
}

export interface ListWebhooksQuery {
  /** Items of a page, up to 100. */
  limit?: number | undefined;
  /** Items older than this one. */
  after_id?: string | undefined;
  /** Items newer than this one. Not together with after_id. */
  before_id?: string | undefined;
}

export interface ListWorkspaceMembersQuery {
  /** Items of a page, up to 100. */
  limit?: number | undefined;
  /** Items older than this one. */
  after_id?: string | undefined;
  /** Items newer than this one. Not together with after_id. */
  before_id?: string | undefined;
}

export interface ListWorkspacesQuery {
  /** Items of a page, up to 100. */
  limit?: number | undefined;
  /** Items older than this one. */
  after_id?: string | undefined;
  /** Items newer than this one. Not together with after_id. */
  before_id?: string | undefined;
  include_archived?: boolean | undefined;
}

export interface McpServer {
  name: string;
  /** An https URL of a public host, unless tunnel_id is there. */
  url: string;
  tunnel_id?: string | null | undefined;
  authorization_token?: string | null | undefined;
  /** Default all. */
  allowed_tools?: string[] | null | undefined;
}

export interface Message {
  id: string;
  type: "message";
  role: "assistant";
  model: string;
  /** In the order the model wrote them. */
  content: OutputBlock[];
  stop_reason: MessageStopReason;
  /** The stop string the reply ended on, else null. */
  stop_sequence: string | null;
  usage: MessageUsage;
  context_management?: ContextManagementReport | undefined;
  /** As in the x-svc-request-id header. */
  request_id: string;
}

export type MessageEvent = {
  type: "message_start";
  message: OpeningMessage;
} | {
  type: "block_start";
  index: number;
  block: {
    type: "text";
    text: "";
  } | {
    type: "reasoning";
    text: "";
    signature: "";
  } | {
    type: "compaction";
    summary: "";
  } | {
    type: "tool_call";
    id: string;
    name: string;
    input: Record<string, never>;
  };
} | {
  type: "block_delta";
  index: number;
  delta: {
    type: "text_delta";
    text: string;
  } | {
    type: "citation_delta";
    citation: Citation;
  } | {
    type: "input_json_delta";
    partial_json: string;
  } | {
    type: "reasoning_delta";
    text: string;
    signature?: string | undefined;
  };
} | {
  type: "block_stop";
  index: number;
} | {
  type: "message_delta";
  stop_reason: MessageStopReason;
  stop_sequence: string | null;
  usage: MessageUsage;
  context_management?: ContextManagementReport | undefined;
} | {
  type: "message_stop";
} | {
  type: "ping";
} | {
  type: "error";
  error: {
    /** The category; follows from the status. */
    type: "invalid_request_error" | "authentication_error" | "insufficient_quota" | "permission_error" | "not_found_error" | "timeout_error" | "conflict_error" | "rate_limit_error" | "api_error" | "service_unavailable_error";
    /** Stable. Handle a code you do not know by its type. */
    code: string;
    /** A sentence for people. Its wording may change. */
    message: string;
    /** The offending field, or null. */
    param: string | null;
    /** The same as the x-request-id header. */
    request_id: string;
    /** On 429 and 503: seconds to wait, as in the Retry-After header. */
    retry_after?: number | undefined;
    [field: string]: unknown;
  };
  request_id: string;
};

/** Stored with the usage record, never returned. */
export type MessageMetadata = Record<string, string>;

export interface MessagesRequest {
  /** An id from the models list, exactly. Required unless the template of prompt names one. */
  model?: string | null | undefined;
  /** Alternating turns, oldest first. Required without prompt. */
  messages?: MessageTurn[] | null | undefined;
  /** Most output tokens, reasoning included; up to the max_output_tokens of the model. */
  max_tokens: number;
  /** Instructions for the whole conversation. */
  system?: string | Array<{
    type: "text";
    text: string;
  }> | null | undefined;
  /** Whether the reply is sent as an event stream. */
  stream?: boolean | null | undefined;
  stop_sequences?: string[] | null | undefined;
  temperature?: number | null | undefined;
  top_p?: number | null | undefined;
  top_k?: number | null | undefined;
  /** Functions of the caller, and tools that run on the service’s side. */
  tools?: Array<MessageTool | BuiltinTool> | null | undefined;
  tool_choice?: MessageToolChoice | null | undefined;
  /** Default true. False allows at most one call per reply. */
  parallel_tool_calls?: boolean | null | undefined;
  reasoning?: Reasoning | null | undefined;
  response_format?: ResponseFormat | null | undefined;
  context_management?: ContextManagement | null | undefined;
  mcp_servers?: McpServer[] | null | undefined;
  metadata?: MessageMetadata | null | undefined;
  prompt_cache_key?: string | null | undefined;
  prompt?: PromptReference | null | undefined;
}

export type MessageStopReason = "end_turn" | "max_tokens" | "context_window" | "stop_sequence" | "tool_call" | "pause" | "refusal" | "content_filter";

export interface MessageTool {
  type: "function";
  function: {
    name: string;
    description?: string | null | undefined;
    /** JSON Schema of the arguments. */
    parameters?: Record<string, unknown> | null | undefined;
    /** Arguments follow the schema exactly. */
    strict?: boolean | null | undefined;
  };
}

/** any: some tool must be called. tool: the one named. */
export type MessageToolChoice = {
  type: "auto" | "none" | "any";
} | {
  type: "tool";
  name: string;
};

/** One turn. Instructions belong in system. */
export interface MessageTurn {
  role: "user" | "assistant";
  /** A string is short for one text block. */
  content: string | ContentBlock[];
}

export interface MessageUsage {
  /** All input, the cached part included. */
  input_tokens: number;
  cached_input_tokens: number;
  /** All output, reasoning included. */
  output_tokens: number;
  reasoning_tokens: number;
  /** How often tools ran on the service’s side; absent where none did. */
  server_tool_use?: {
    web_search_requests?: number | undefined;
    web_fetch_requests?: number | undefined;
    mcp_tool_calls?: number | undefined;
  } | undefined;
}

export interface Model {
  /** The name, exactly as every model field accepts it. */
  id: string;
  object: "model";
  /** Unix time in seconds. */
  created: number;
  /** The same as id. */
  display_name: string;
  family: "svc" | "svc-code";
  description: string;
  /** Whether it answers chat completions that name no model. */
  default: boolean;
  /** Whether the plan includes it. */
  available: boolean;
  /** Tokens of prompt and reply together. */
  context_window: number;
  /** Highest max_tokens. */
  max_output_tokens: number;
  capabilities: ModelCapabilities;
  pricing: ModelPricing;
  /** Whether organizations with zero data retention may use it. */
  zero_data_retention: boolean;
  deprecation: ModelDeprecation | null;
}

/** A request that uses a capability whose flag is false is refused. */
export interface ModelCapabilities {
  tools: boolean;
  parallel_tool_calls: boolean;
  strict_tools: boolean;
  json_object: boolean;
  json_schema: boolean;
  vision: boolean;
  documents: boolean;
  citations: boolean;
  reasoning: boolean;
  temperature: boolean;
  top_p: boolean;
  top_k: boolean;
  penalties: boolean;
  seed: boolean;
  /** Names of the built-in tools the model may use. */
  server_tools: string[];
}

/** When the model was announced to retire, when it retires, and what replaces it. */
export interface ModelDeprecation {
  announced_at: string;
  retires_at: string;
  replacement: string | null;
}

export interface ModelList {
  object: "list";
  data: Model[];
}

export interface ModelPricing {
  currency: string;
  /** What the rates count, for example 1M tokens. */
  unit: string;
  input: number;
  cached_input: number;
  output: number;
  batch_discount: number;
}

export interface NewDirectoryToken {
  id: string;
  type: "directory_token";
  name: string;
  expires_at: string | null;
  /** RFC 3339, UTC. */
  created_at: string;
  last_used_at: string | null;
  /** Shown once. */
  secret: string;
}

export interface NewWebhook {
  /** Begins with `whk_`. */
  id: string;
  object: "webhook";
  url: string;
  /** Types of events, or `*` alone for all of them. */
  events: string[];
  description: string | null;
  /** `disabled` also after every delivery failed for 3 days. */
  status: "enabled" | "disabled";
  /** Null: a webhook of the organization. */
  workspace_id: string | null;
  /** RFC 3339, UTC. */
  created_at: string;
  /** RFC 3339, UTC. */
  updated_at: string;
  /** The last attempt. Null: there was none. */
  last_delivery: {
    /** RFC 3339, UTC. */
    at: string;
    /** Null: there was no answer. */
    status_code: number | null;
    succeeded: boolean;
  } | null;
  /** Begins with `whsec_`. Deliveries are signed with it. It is in this answer and nowhere else. */
  signing_secret: string;
}

export interface OpeningMessage {
  id: string;
  type: "message";
  role: "assistant";
  model: string;
  content: OutputBlock[];
  stop_reason: null;
  stop_sequence: null;
  usage: MessageUsage;
  context_management?: ContextManagementReport | undefined;
  /** As in the x-svc-request-id header. */
  request_id: string;
}

export interface Organization {
  id: string;
  type: "organization";
  name: string;
  plan: string;
  zero_data_retention: boolean;
  /** Where workspaces may keep their data. */
  data_regions: string[];
  primary_owner_id: string | null;
  mcp_policy: {
    mode: "all" | "listed" | "none";
    tunnel_ids: string[];
    urls: string[];
  };
  /** Domains invites may go to; empty: any. */
  allowed_email_domains: string[];
  /** Single sign-on. */
  sso: {
    /** Whether a connection is active. */
    enabled: boolean;
    /** Whether members of verified domains must sign in by a connection. The primary owner keeps password and second factor. */
    required: boolean;
    /** The active connections. */
    connection_ids: string[];
  };
  /** Whether code clients may report numbers of sessions, lines and commits. An extension of this service. */
  code_telemetry: boolean;
  /** RFC 3339, UTC. */
  created_at: string;
}

export interface OrganizationWebhookDeliveriesPage {
  object: "list";
  data: WebhookDelivery[];
  /** Whether there are more in the direction asked for. */
  has_more: boolean;
  /** Id of the newest item. Null: the page is empty. */
  first_id: string | null;
  /** Id of the oldest item. Null: the page is empty. */
  last_id: string | null;
}

export interface OrganizationWebhooksPage {
  object: "list";
  data: Webhook[];
  /** Whether there are more in the direction asked for. */
  has_more: boolean;
  /** Id of the newest item. Null: the page is empty. */
  first_id: string | null;
  /** Id of the oldest item. Null: the page is empty. */
  last_id: string | null;
}

export type OutputBlock = ReasoningBlock | OutputTextBlock | ToolCallBlock | CompactionBlock;

export interface OutputTextBlock {
  type: "text";
  text: string;
  citations?: Citation[] | undefined;
}

export interface Plugin {
  /** Begins with `plg_`. */
  id: string;
  type: "plugin";
  name: string;
  /** Its title for people. */
  display_name: string;
  /** Where it came from. */
  source: {
    kind: "upload";
  } | {
    kind: "marketplace";
    marketplace_id: string;
  };
  /** A semantic version. */
  latest_version: string;
  /** required: installed for everyone. available: members may install it. blocked: nobody may, from a marketplace neither. */
  policy: "required" | "available" | "blocked";
  /** null: the whole organization. */
  workspace_ids: string[] | null;
  description: string | null;
  /** RFC 3339, UTC. */
  created_at: string;
  /** RFC 3339, UTC. */
  updated_at: string;
}

export interface PluginsPage {
  object: "list";
  data: Plugin[];
  /** Whether there are more in the direction asked for. */
  has_more: boolean;
  /** Id of the newest item. Null: the page is empty. */
  first_id: string | null;
  /** Id of the oldest item. Null: the page is empty. */
  last_id: string | null;
}

/** A stored prompt. Its messages come before those of the request, which may be left out. */
export interface PromptReference {
  /** `name@label` or `name-v<version>`. */
  template: string;
  /** A value for each variable of the template, inserted as it is. */
  variables?: Record<string, string> | null | undefined;
}

export interface PromptTemplate {
  /** Begins with `ptpl_`. */
  id: string;
  type: "prompt_template";
  /** Unique in the workspace. Requests refer to `name@label` or `name-v<version>`. */
  name: string;
  /** The highest version number. */
  latest_version: number;
  /** The version that each label points at. */
  labels: Record<string, number>;
  /** Who answers a request that names no model. Of the version that `version` shows. */
  model: string | null;
  /** Names in `{{name}}` marks of the newest version. */
  variables: string[];
  /** RFC 3339, UTC. */
  created_at: string;
  /** RFC 3339, UTC. */
  updated_at: string;
  version: {
    number: number;
    messages: Array<{
      role: "system" | "user" | "assistant";
      content: string;
    }>;
    /** RFC 3339, UTC. */
    created_at: string;
    /** Id of a user. */
    created_by: string;
  };
}

export interface PromptToolResult {
  /** Begins with `ptool_`. */
  id: string;
  type: "prompt_tool_result";
  tool: "generate" | "improve" | "templatize";
  model: string;
  system: string | null;
  /** With `{{name}}` where a variable belongs, so that they can be stored as a template. */
  messages: Array<{
    role: "user" | "assistant";
    content: string;
  }>;
  /** Variables with the value that stood in their place. */
  variables: Record<string, string> | null;
  /** How the prompt came about, for whoever reviews it. */
  working: string;
  /** What was left open and not guessed. */
  notes: string[];
  usage: MessageUsage;
  request_id: string;
}

export interface PutInferenceHook {
  type: "inference_hook";
  url: string;
  /** `off` never calls the hook, `shadow` calls and counts but refuses nothing, `enforce` obeys. */
  mode: "off" | "shadow" | "enforce";
  /** What happens in `enforce` to a request that the hook gives no verdict on. */
  on_failure: "allow" | "deny";
  timeout_ms: number;
  /** What it is asked about: prompts, and tools that run on the service. */
  events: Array<"prompt" | "tool_call">;
  /** Null: all workspaces. */
  workspace_ids: string[] | null;
  /** Names only: values are never returned. */
  headers: string[];
  /** `failing`: there was no verdict since `failing_since`. */
  status: "off" | "healthy" | "failing";
  /** The first failure after the last verdict. */
  failing_since: string | null;
  /** Calls of the last hour, failures included. */
  calls_1h: number;
  denied_1h: number;
  failed_1h: number;
  /** RFC 3339, UTC. */
  created_at: string;
  /** RFC 3339, UTC. */
  updated_at: string;
  /** Begins with `whsec_`. Only in the answer that makes the hook. */
  signing_secret?: string | undefined;
}

export interface PutInferenceHookBody {
  /** A public HTTPS address. */
  url: string;
  /** `off` never calls the hook, `shadow` calls and counts but refuses nothing, `enforce` obeys. */
  mode: "off" | "shadow" | "enforce";
  /** What happens in `enforce` to a request that the hook gives no verdict on. */
  on_failure?: "allow" | "deny" | undefined;
  timeout_ms?: number | undefined;
  events?: Array<"prompt" | "tool_call"> | undefined;
  /** Null: all workspaces. */
  workspace_ids?: string[] | null | undefined;
  /** Sent with each call, `Authorization` for example. Left out: none. */
  headers?: Array<{
    name: string;
    value: string;
  }> | undefined;
}

export interface RateLimits {
  type: "rate_limits";
  tier: "1" | "2" | "3" | "4" | "start" | "custom";
  next_tier: {
    tier: "1" | "2" | "3" | "4";
    /** US dollars as decimal text. */
    paid_to_date_required_usd: string;
    /** US dollars as decimal text. */
    paid_to_date_usd: string;
    /** Null until something was paid. */
    eligible_after: string | null;
  } | null;
  data: Array<{
    model: string;
    requests_per_minute: number;
    input_tokens_per_minute: number;
    output_tokens_per_minute: number;
  }>;
  other_limits: Array<{
    group: "token_counting" | "files_batches_models" | "admin_api";
    requests_per_minute: number;
  }>;
}

export interface ReadModelQuery {
  /** true also lists models the plan does not include. */
  include_unavailable?: boolean | undefined;
  /** Only models of this surface; api when left out. */
  surface?: "api" | "cli" | "terminal" | "desktop" | undefined;
}

export interface ReadPromptTemplateQuery {
  /** Number of the version to show. */
  version?: number | undefined;
  /** Label of the version to show. Not together with version. */
  label?: string | undefined;
}

/** Neither field: effort medium. Both: refused. */
export interface Reasoning {
  effort?: "low" | "medium" | "high" | null | undefined;
  /** Less than max_tokens of the request. */
  max_tokens?: number | null | undefined;
}

export interface ReasoningBlock {
  type: "reasoning";
  text: string;
  signature: string;
}

export interface RemoveUserAnswer {
  id: string;
  type: "user";
  deleted: true;
}

export interface RemoveWorkspaceMemberAnswer {
  type: "workspace_member";
  workspace_id: string;
  user_id: string;
  deleted: true;
}

export interface ReportCodeAnalyticsPage {
  object: "list";
  data: CodeActivity[];
  /** Whether there are more in the direction asked for. */
  has_more: boolean;
  /** Id of the newest item. Null: the page is empty. */
  first_id: string | null;
  /** Id of the oldest item. Null: the page is empty. */
  last_id: string | null;
}

export interface ReportCodeAnalyticsQuery {
  /** Items of a page, up to 100. */
  limit?: number | undefined;
  /** Items older than this one. */
  after_id?: string | undefined;
  /** Items newer than this one. Not together with after_id. */
  before_id?: string | undefined;
  /** One day, UTC: YYYY-MM-DD. */
  starting_at: string;
}

export interface ReportCostQuery {
  /** RFC 3339. */
  starting_at: string;
  /** RFC 3339. */
  ending_at?: string | undefined;
  /** Buckets of a page. The most depend on their width. */
  limit?: number | undefined;
  page?: string | undefined;
  'workspace_ids[]'?: string[] | undefined;
  'api_key_ids[]'?: string[] | undefined;
  'models[]'?: string[] | undefined;
  bucket_width?: "1d" | undefined;
  'group_by[]'?: Array<"workspace_id" | "description"> | undefined;
}

export interface ReportUsageQuery {
  /** RFC 3339. */
  starting_at: string;
  /** RFC 3339. */
  ending_at?: string | undefined;
  /** Buckets of a page. The most depend on their width. */
  limit?: number | undefined;
  page?: string | undefined;
  'workspace_ids[]'?: string[] | undefined;
  'api_key_ids[]'?: string[] | undefined;
  'models[]'?: string[] | undefined;
  bucket_width?: "1m" | "1h" | "1d" | undefined;
  'group_by[]'?: Array<"workspace_id" | "api_key_id" | "model" | "endpoint" | "service_tier" | "billing_source"> | undefined;
}

export type ResponseFormat = {
  type: "text";
} | {
  type: "json_object";
} | {
  type: "json_schema";
  json_schema: {
    name: string;
    /** A JSON Schema. */
    schema: Record<string, unknown>;
    /** Default false: best effort. */
    strict?: boolean | null | undefined;
    description?: string | null | undefined;
  };
};

export interface RotatedTunnelToken {
  id: string;
  type: "tunnel";
  connector_token: string;
  /** RFC 3339, UTC. */
  previous_token_expires_at: string;
}

export interface RotateTunnelTokenBody {
  /** How long the old token keeps working. */
  grace_seconds?: number | undefined;
}

export type SentAnnotation = {
  type: "url_citation";
  url_citation: {
    url: string;
    title: string;
    start_index: number;
    end_index: number;
  };
} | {
  type: "file_citation";
  file_citation: {
    file_id: string | null;
    filename: string | null;
    quote: string;
    page: number | null;
    start_index: number;
    end_index: number;
  };
};

export type SentCitation = {
  type: "char_location";
  /** Exactly as in the source; not billed as output. */
  cited_text: string;
  /** Among all documents of the request, in their order. */
  document_index: number;
  document_title?: string | null | undefined;
  file_id?: string | null | undefined;
  /** In code points of the text. */
  start_char_index: number;
  /** Exclusive. */
  end_char_index: number;
} | {
  type: "page_location";
  /** Exactly as in the source; not billed as output. */
  cited_text: string;
  /** Among all documents of the request, in their order. */
  document_index: number;
  document_title?: string | null | undefined;
  file_id?: string | null | undefined;
  /** Pages, slides or sheets, from 1. */
  start_page_number: number;
  /** Exclusive. */
  end_page_number: number;
} | {
  type: "web_location";
  /** Exactly as in the source; not billed as output. */
  cited_text: string;
  url: string;
  title?: string | null | undefined;
};

export interface SentTextBlock {
  type: "text";
  text: string;
  citations?: SentCitation[] | null | undefined;
}

export interface SetPromptTemplateLabelBody {
  /** null removes the label. */
  version: number | null;
}

export interface SetSpendLimitBody {
  scope: {
    type: "organization";
  } | {
    type: "workspace";
    workspace_id: string;
  } | {
    type: "member";
    user_id: string;
  } | {
    type: "group";
    group_id: string;
  };
  limit_usd: string;
  period?: "month" | undefined;
}

export interface SetWorkspaceRateLimitsBody {
  overrides: Array<{
    model: string;
    requests_per_minute?: number | undefined;
    input_tokens_per_minute?: number | undefined;
    output_tokens_per_minute?: number | undefined;
  }>;
}

export interface SpendLimit {
  id: string;
  type: "spend_limit";
  scope: {
    type: "organization" | "workspace" | "member" | "group";
    workspace_id?: string | undefined;
    user_id?: string | undefined;
    group_id?: string | undefined;
  };
  /** US dollars as decimal text. */
  limit_usd: string;
  period: "month";
  /** US dollars as decimal text. */
  spent_usd: string;
  /** RFC 3339, UTC. */
  resets_at: string;
  /** RFC 3339, UTC. */
  created_at: string;
  /** RFC 3339, UTC. */
  updated_at: string;
}

export interface SpendLimitsPage {
  object: "list";
  data: SpendLimit[];
  /** Whether there are more in the direction asked for. */
  has_more: boolean;
  /** Id of the newest item. Null: the page is empty. */
  first_id: string | null;
  /** Id of the oldest item. Null: the page is empty. */
  last_id: string | null;
}

export interface SsoConnection {
  id: string;
  type: "sso_connection";
  name: string;
  protocol: "oidc" | "saml";
  /** Email domains whose people it signs in. */
  domains: string[];
  /** Only an `active` connection signs anybody in. */
  status: "draft" | "active" | "disabled";
  /** The client secret is never returned. */
  oidc: {
    issuer: string;
    client_id: string;
    scopes: string;
    client_secret_expires_at: string | null;
  } | null;
  saml: {
    idp_entity_id: string;
    sso_url: string;
    certificates: Array<{
      /** SHA-256, in hexadecimal. */
      fingerprint: string;
      /** RFC 3339, UTC. */
      not_after: string;
    }>;
  } | null;
  /** Names of the claims or attributes of the provider. */
  attribute_map: {
    email: string;
    name: string;
    groups: string;
  };
  /** `jit` makes people members when they first sign in, `off` refuses anyone who is not a member. */
  provisioning: "off" | "jit";
  default_role: "member" | "developer";
  group_roles: Array<{
    group: string;
    role: "administrator" | "developer" | "billing" | "member" | null;
    workspaces: Array<{
      workspace_id: string;
      role: "workspace_user" | "workspace_developer" | "workspace_admin";
    }>;
  }>;
  allow_idp_initiated: boolean;
  /** Whether a second factor that the provider says it asked for replaces the one of this service. */
  trust_second_factor: boolean;
  /** RFC 3339, UTC. */
  created_at: string;
  /** RFC 3339, UTC. */
  updated_at: string;
  last_used_at: string | null;
}

export interface SsoConnectionsPage {
  object: "list";
  data: SsoConnection[];
  /** Whether there are more in the direction asked for. */
  has_more: boolean;
  /** Id of the newest item. Null: the page is empty. */
  first_id: string | null;
  /** Id of the oldest item. Null: the page is empty. */
  last_id: string | null;
}

export interface SsoConnectionTest {
  type: "sso_connection_test";
  url: string;
}

/** Instructions for the whole conversation, sent once at its start. */
export interface SystemMessage {
  role: "system";
  content: string | TextPart[];
}

export interface TemplatizePromptBody {
  /** The prompt, as it would be sent. */
  messages: Array<{
    role: "user" | "assistant";
    content: string;
  }>;
  system?: string | null | undefined;
  /** The model that the prompt is for, which also answers. The default model when left out. */
  model?: string | null | undefined;
}

export interface TextBlock {
  type: "text";
  text: string;
}

/** A piece of message text. The pieces of one message are joined in order. */
export interface TextPart {
  type: "text";
  text: string;
}

/** A function call the model asks the caller to run. */
export interface ToolCall {
  /** Opaque; its form may change. */
  id: string;
  type: "function";
  function: {
    name: string;
    /** The arguments as JSON text. A model may write invalid JSON, so parse it with care. */
    arguments: string;
  };
}

export interface ToolCallBlock {
  type: "tool_call";
  id: string;
  name: string;
  input: Record<string, unknown>;
}

/** A piece of a tool call. Join the arguments of all pieces with the same index. */
export interface ToolCallPiece {
  index: number;
  id?: string | undefined;
  type?: "function" | undefined;
  function?: {
    name?: string | undefined;
    arguments?: string | undefined;
  } | undefined;
}

/** auto: the model decides. none: no calls. An object names the one function to call. */
export type ToolChoice = "auto" | "none" | {
  type: "function";
  function: {
    name: string;
  };
};

/** The result of the tool call named by tool_call_id. */
export interface ToolMessage {
  role: "tool";
  content: string | TextPart[];
  tool_call_id: string;
}

export interface ToolResultBlock {
  type: "tool_result";
  tool_call_id: string;
  content?: string | Array<TextBlock | ImageBlock> | null | undefined;
  is_error?: boolean | null | undefined;
}

export interface Tunnel {
  /** Begins with `tnl_`. */
  id: string;
  type: "tunnel";
  name: string;
  description: string | null;
  workspace_id: string;
  /** URLs of MCP servers, as the connector reaches them. */
  allowed_targets: string[];
  /** How connectors prove that they belong to it. */
  auth_mode: "token" | "mtls";
  status: "connected" | "disconnected" | "disabled";
  connections: {
    active: number;
    last_seen_at: string | null;
  };
  region: string | null;
  /** RFC 3339, UTC. */
  created_at: string;
  /** RFC 3339, UTC. */
  updated_at: string;
  /** In the answer to creation and rotation only. */
  connector_token: string | null;
}

export interface TunnelCertificate {
  /** Begins with `tcert_`. */
  id: string;
  type: "tunnel_certificate";
  tunnel_id: string;
  name: string | null;
  status: "active" | "revoked" | "expired";
  /** Hexadecimal. */
  serial_number: string;
  /** Of the certificate, hexadecimal. */
  fingerprint_sha256: string;
  /** RFC 3339, UTC. */
  not_before: string;
  /** RFC 3339, UTC. */
  not_after: string;
  /** RFC 3339, UTC. */
  created_at: string;
  revoked_at: string | null;
  /** When a connector last connected with it. */
  last_used_at: string | null;
  certificate_pem: string;
  /** Of the authority that signed it and the server of connectors. */
  ca_certificate_pem: string;
  /** In the answer to an issue without `csr_pem` only. It is not stored. */
  private_key_pem: string | null;
}

export interface TunnelConnection {
  /** Begins with `conn_`. */
  connection_id: string;
  connector_version: string;
  /** The address that the connector dials from. */
  remote_ip: string;
  /** RFC 3339, UTC. */
  connected_at: string;
  /** RFC 3339, UTC. */
  last_seen_at: string;
  /** MCP requests forwarded in the last hour. */
  requests_1h: number;
  /** Those of them that failed. */
  errors_1h: number;
}

export interface UpdateAdminKeyBody {
  name?: string | undefined;
  status?: "active" | "inactive" | undefined;
  /** Replaces the list. */
  allowed_ips?: string[] | undefined;
}

export interface UpdateApiKeyBody {
  name?: string | undefined;
  status?: "active" | "inactive" | undefined;
  /** Replaces the list. */
  allowed_origins?: string[] | undefined;
  /** Replaces the list. */
  allowed_ips?: string[] | undefined;
  pinned_version?: "2026-11-01" | undefined;
}

export interface UpdateDirectoryGroupBody {
  role?: "administrator" | "developer" | "billing" | "member" | null | undefined;
  workspaces?: Array<{
    workspace_id: string;
    role: "workspace_user" | "workspace_developer" | "workspace_admin";
  }> | undefined;
}

export interface UpdateOrganizationBody {
  name?: string | undefined;
  mcp_policy?: {
    mode: "all" | "listed" | "none";
    tunnel_ids?: string[] | undefined;
    urls?: string[] | undefined;
  } | undefined;
  allowed_email_domains?: string[] | undefined;
  sso?: {
    /** Whether members of verified domains must sign in by a connection. The primary owner keeps password and second factor. */
    required: boolean;
  } | undefined;
  /** Whether code clients may report numbers of sessions, lines and commits. An extension of this service. */
  code_telemetry?: boolean | undefined;
}

export interface UpdateOrganizationWebhookBody {
  /** A public HTTPS address. */
  url?: string | undefined;
  /** Types of events, or `*` alone for all of them. */
  events?: Array<"spend.threshold_reached" | "credits.low_balance" | "inference_hook.failing" | "encryption_key.unavailable" | "webhook.test" | "*"> | undefined;
  description?: string | null | undefined;
  status?: "enabled" | "disabled" | undefined;
}

export interface UpdatePluginBody {
  policy?: "required" | "available" | "blocked" | undefined;
  /** null: the whole organization. */
  workspace_ids?: string[] | null | undefined;
  /** null: as the plugin itself says. */
  display_name?: string | null | undefined;
  /** null: as the plugin itself says. */
  description?: string | null | undefined;
}

export interface UpdateSsoConnectionBody {
  name?: string | undefined;
  domains?: string[] | undefined;
  provisioning?: "off" | "jit" | undefined;
  default_role?: "member" | "developer" | undefined;
  group_roles?: Array<{
    group: string;
    role?: "administrator" | "developer" | "billing" | "member" | null | undefined;
    workspaces?: Array<{
      workspace_id: string;
      role: "workspace_user" | "workspace_developer" | "workspace_admin";
    }> | undefined;
  }> | undefined;
  allow_idp_initiated?: boolean | undefined;
  trust_second_factor?: boolean | undefined;
  status?: "active" | "disabled" | undefined;
  oidc?: {
    issuer?: string | undefined;
    client_id?: string | undefined;
    /** Write-only. A new one is used first; for 7 days the one before is tried too. */
    client_secret?: string | undefined;
    client_secret_expires_at?: string | null | undefined;
    scopes?: string | undefined;
  } | undefined;
  saml?: {
    idp_entity_id?: string | undefined;
    sso_url?: string | undefined;
    /** PEM. */
    certificates?: string[] | undefined;
  } | undefined;
  attribute_map?: {
    email?: string | undefined;
    name?: string | undefined;
    groups?: string | undefined;
  } | undefined;
}

export interface UpdateTunnelBody {
  name?: string | undefined;
  description?: string | null | undefined;
  /** Replaces the list. */
  allowed_targets?: string[] | undefined;
  /** `disabled` closes all connections and refuses new ones; `enabled` lifts that. */
  status?: "enabled" | "disabled" | undefined;
}

export interface UpdateUserBody {
  role?: "primary_owner" | "owner" | "administrator" | "developer" | "billing" | "member" | undefined;
}

export interface UpdateWebhookBody {
  /** A public HTTPS address. */
  url?: string | undefined;
  /** Types of events, or `*` alone for all of them. */
  events?: Array<"batch.completed" | "batch.failed" | "batch.expired" | "batch.canceled" | "file.expired" | "session.idle" | "session.requires_action" | "session.error" | "deployment.run.failed" | "deployment.paused" | "environment.build.succeeded" | "environment.build.failed" | "spend.threshold_reached" | "credits.low_balance" | "inference_hook.failing" | "encryption_key.unavailable" | "webhook.test" | "*"> | undefined;
  description?: string | null | undefined;
  status?: "enabled" | "disabled" | undefined;
}

export interface UpdateWorkspaceBody {
  /** 1 to 40 characters, without control characters, / < and >. */
  name?: string | undefined;
  description?: string | undefined;
  /** One of the data_regions of the organization. */
  data_region?: string | undefined;
  allowed_ips?: string[] | undefined;
  spend_limit_usd?: string | null | undefined;
}

export interface UpdateWorkspaceMemberBody {
  role: "workspace_user" | "workspace_developer" | "workspace_admin";
}

export interface UsageReport {
  data: Array<{
    /** RFC 3339, UTC. */
    starting_at: string;
    /** RFC 3339, UTC. */
    ending_at: string;
    results: Array<{
      workspace_id: string | null;
      api_key_id: string | null;
      model: string | null;
      endpoint: string | null;
      service_tier: "standard" | "batch" | null;
      billing_source: "subscription" | "api_credit" | null;
      requests: number;
      input_tokens: number;
      cached_input_tokens: number;
      output_tokens: number;
      reasoning_tokens: number;
      /** Null for days from before it was kept. */
      server_tool_use: {
        web_search_requests: number;
      } | null;
    }>;
  }>;
  has_more: boolean;
  /** Send it as page to go on. */
  next_page: string | null;
}

export interface User {
  id: string;
  type: "user";
  email: string;
  name: string;
  role: "primary_owner" | "owner" | "administrator" | "developer" | "billing" | "member";
  status: "active" | "suspended";
  second_factor: boolean;
  /** Whether the directory of the organization keeps this member (see directory sync). */
  directory_managed: boolean;
  /** RFC 3339, UTC. */
  added_at: string;
  /** Null: never signed in. */
  last_active_at: string | null;
}

export interface UserMessage {
  role: "user";
  content: string | TextPart[];
}

export interface UsersPage {
  object: "list";
  data: User[];
  /** Whether there are more in the direction asked for. */
  has_more: boolean;
  /** Id of the newest item. Null: the page is empty. */
  first_id: string | null;
  /** Id of the oldest item. Null: the page is empty. */
  last_id: string | null;
}

export interface Webhook {
  /** Begins with `whk_`. */
  id: string;
  object: "webhook";
  url: string;
  /** Types of events, or `*` alone for all of them. */
  events: string[];
  description: string | null;
  /** `disabled` also after every delivery failed for 3 days. */
  status: "enabled" | "disabled";
  /** Null: a webhook of the organization. */
  workspace_id: string | null;
  /** RFC 3339, UTC. */
  created_at: string;
  /** RFC 3339, UTC. */
  updated_at: string;
  /** The last attempt. Null: there was none. */
  last_delivery: {
    /** RFC 3339, UTC. */
    at: string;
    /** Null: there was no answer. */
    status_code: number | null;
    succeeded: boolean;
  } | null;
}

export interface WebhookAddresses {
  /** Ranges, as `203.0.113.10/32`. */
  webhooks: string[];
  /** RFC 3339, UTC. */
  updated_at: string;
}

export interface WebhookDelivery {
  /** Begins with `whd_`. */
  id: string;
  object: "webhook_delivery";
  webhook_id: string;
  event_id: string;
  event_type: string;
  /** `missed`: the webhook was disabled, and nothing was sent. It can be redelivered. */
  status: "pending" | "succeeded" | "failed" | "missed";
  /** The delivery that was sent again. */
  redelivery_of: string | null;
  attempt_count: number;
  attempts: Array<{
    number: number;
    /** RFC 3339, UTC. */
    at: string;
    /** Null: there was no answer. */
    status_code: number | null;
    duration_ms: number;
    succeeded: boolean;
    error: "timeout" | "dns" | "connect" | "tls" | "blocked_address" | "redirect" | "http_status" | null;
  }>;
  next_attempt_at: string | null;
  /** RFC 3339, UTC. */
  created_at: string;
  completed_at: string | null;
}

export type WebhookEvent = {
  /** Begins with `evt_`. The same in every attempt and redelivery. */
  id: string;
  type: "file.expired";
  /** RFC 3339, UTC. */
  created_at: string;
  workspace_id: string | null;
  data: {
    object: File;
    deleted: true;
    /** The object was too large: only its id, kind and status are there. */
    truncated?: true | undefined;
  };
} | {
  /** Begins with `evt_`. The same in every attempt and redelivery. */
  id: string;
  type: "spend.threshold_reached";
  /** RFC 3339, UTC. */
  created_at: string;
  workspace_id: string | null;
  data: {
    object: SpendLimit;
    threshold_percent: 50 | 80 | 100;
    /** The object was too large: only its id, kind and status are there. */
    truncated?: true | undefined;
  };
} | {
  /** Begins with `evt_`. The same in every attempt and redelivery. */
  id: string;
  type: "credits.low_balance";
  /** RFC 3339, UTC. */
  created_at: string;
  workspace_id: string | null;
  data: {
    object: CreditBalance;
    /** The object was too large: only its id, kind and status are there. */
    truncated?: true | undefined;
  };
} | {
  /** Begins with `evt_`. The same in every attempt and redelivery. */
  id: string;
  type: "inference_hook.failing";
  /** RFC 3339, UTC. */
  created_at: string;
  workspace_id: string | null;
  data: {
    object: InferenceHook;
    /** The object was too large: only its id, kind and status are there. */
    truncated?: true | undefined;
  };
} | {
  /** Begins with `evt_`. The same in every attempt and redelivery. */
  id: string;
  type: "webhook.test";
  /** RFC 3339, UTC. */
  created_at: string;
  workspace_id: string | null;
  data: {
    object: Webhook;
    /** The object was too large: only its id, kind and status are there. */
    truncated?: true | undefined;
  };
} | {
  /** Begins with `evt_`. The same in every attempt and redelivery. */
  id: string;
  type: "batch.completed" | "batch.failed" | "batch.expired" | "batch.canceled" | "session.idle" | "session.requires_action" | "session.error" | "deployment.run.failed" | "deployment.paused" | "environment.build.succeeded" | "environment.build.failed" | "encryption_key.unavailable";
  /** RFC 3339, UTC. */
  created_at: string;
  workspace_id: string | null;
  data: {
    object: {
      id?: string | undefined;
      type?: string | undefined;
      object?: string | undefined;
      status?: string | undefined;
      [field: string]: unknown;
    };
    /** The object was too large: only its id, kind and status are there. */
    truncated?: true | undefined;
  };
};

export interface WebhookSecret {
  id: string;
  object: "webhook";
  /** Begins with `whsec_`. Deliveries are signed with it. It is in this answer and nowhere else. */
  signing_secret: string;
  /** Until then deliveries are signed with both secrets. */
  previous_secret_expires_at: string;
}

export interface Workspace {
  id: string;
  type: "workspace";
  name: string;
  description: string;
  is_default: boolean;
  data_region: string;
  /** Binds every key of the workspace; empty: any address. */
  allowed_ips: string[];
  /** Cap of credit spend in a calendar month. */
  spend_limit_usd: string | null;
  rate_limits: Array<{
    model: string;
    requests_per_minute: number;
  }>;
  archived_at: string | null;
  /** RFC 3339, UTC. */
  created_at: string;
}

export interface WorkspaceMember {
  type: "workspace_member";
  workspace_id: string;
  user_id: string;
  role: "workspace_user" | "workspace_developer" | "workspace_admin";
  /** RFC 3339, UTC. */
  added_at: string;
}

export interface WorkspaceMembersPage {
  object: "list";
  data: WorkspaceMember[];
  /** Whether there are more in the direction asked for. */
  has_more: boolean;
  /** Id of the newest item. Null: the page is empty. */
  first_id: string | null;
  /** Id of the oldest item. Null: the page is empty. */
  last_id: string | null;
}

export interface WorkspaceRateLimits {
  type: "workspace_rate_limits";
  workspace_id: string;
  /** The limits that apply: the lower of organization and workspace. */
  data: Array<{
    model: string;
    requests_per_minute: number;
    input_tokens_per_minute: number;
    output_tokens_per_minute: number;
  }>;
  overrides: Array<{
    model: string;
    requests_per_minute?: number | undefined;
    input_tokens_per_minute?: number | undefined;
    output_tokens_per_minute?: number | undefined;
  }>;
}

export interface WorkspacesPage {
  object: "list";
  data: Workspace[];
  /** Whether there are more in the direction asked for. */
  has_more: boolean;
  /** Id of the newest item. Null: the page is empty. */
  first_id: string | null;
  /** Id of the oldest item. Null: the page is empty. */
  last_id: string | null;
}
