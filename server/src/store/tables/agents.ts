import type { Timestamp } from './column-types.ts';

export interface AgentsTable {
  id: string;
  organization_id: string;
  workspace_id: string;
  name: string;
  version: number;
  user_id: string;
  archived_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface AgentVersionsTable {
  agent_id: string;
  number: number;
  definition: string;
  created_at: Timestamp;
}
