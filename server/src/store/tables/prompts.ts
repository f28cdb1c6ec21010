import type { Json, Timestamp } from './column-types.ts';

export interface PromptTemplatesTable {
  id: string;
  organization_id: string;
  workspace_id: string;
  name: string;
  latest_version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface PromptTemplateVersionsTable {
  template_id: string;
  number: number;
  messages: string;
  variables: Json<readonly string[]>;
  model: string | null;
  created_at: Timestamp;
  created_by: string;
}

export interface PromptTemplateLabelsTable {
  template_id: string;
  label: string;
  version: number;
}
