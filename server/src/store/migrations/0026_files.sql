-- Files of workspaces. Their bytes lie in the blob store; a row and its blob are made and removed by this order: a blob is named by a
-- row before its first byte is stored, and the row goes before the blob does.
create table files (
  id text primary key,
  organization_id text not null references organizations (id),
  workspace_id text not null references workspaces (id),
  filename text not null,
  purpose text not null,
  mime_type text not null,
  -- Of the content; while it is uploaded, what is reserved for it.
  bytes bigint not null,
  status text not null check (status in ('uploading', 'processing', 'ready', 'failed')),
  status_detail text,
  source text not null,
  blob_key text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Of a file that is uploaded. The node that receives it renews it; when it ends, the upload counts as cut off and takes no room.
  lease_ends_at timestamptz
);
create index files_of_workspace on files (workspace_id, id) include (bytes, status, lease_ends_at);
create index files_expiring on files (expires_at) where status <> 'uploading';
create index files_uploading on files (lease_ends_at) where status = 'uploading';
