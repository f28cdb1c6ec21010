import type { FileFailure, FilePurpose, FileSource, FileStatus } from '@svc/contract';
import type { Timestamp } from './column-types.ts';

export interface FilesTable {
  id: string;
  organization_id: string;
  workspace_id: string;
  filename: string;
  purpose: FilePurpose;
  mime_type: string;
  bytes: number;
  status: 'uploading' | FileStatus;
  status_detail: FileFailure | null;
  source: FileSource;
  blob_key: string;
  text_blob_key: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  lease_ends_at: Timestamp | null;
}
