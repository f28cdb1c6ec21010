import type { PluginPolicy } from '@svc/contract';
import type { Json, Timestamp } from './column-types.ts';

export interface PluginsTable {
  id: string;
  organization_id: string;
  name: string;
  marketplace_id: string | null;
  latest_version: string;
  manifest_display_name: string | null;
  manifest_description: string | null;
  display_name: string | null;
  description: string | null;
  policy: PluginPolicy;
  workspace_ids: Json<readonly string[] | null>;
  blob_key: string;
  bytes: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface PluginInstallationsTable {
  plugin_id: string;
  user_id: string;
  created_at: Timestamp;
}
