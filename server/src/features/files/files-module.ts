import type { BlobStore } from '#blobs';
import type { DeploymentConfig } from '#config';
import type { DocumentReader } from '#content';
import type { ConsoleHandlers, Module, WorkspaceHandlers } from '#features/module';
import { sweepFiles, sweepRegularly } from './consistency/sweep-files.ts';
import { createFile, type CreateFileDeps } from './create-file.ts';
import { deleteFile } from './delete-file.ts';
import { expireFiles } from './expire-files.ts';
import { processFile } from './process-file.ts';
import { listFiles, readFile } from './read-files.ts';
import { readFileQuota } from './read-file-quota.ts';
import { removeBlobs } from './remove-blobs.ts';
import { FileScanner } from './scanner/file-scanner.ts';
import { sendContent } from './send-content.ts';
import { UploadLeases } from './upload-leases.ts';

export interface FilesModuleDeps extends Omit<CreateFileDeps, 'leases'> {
  readonly blobs: BlobStore;
  readonly content: { readonly reader: DocumentReader };
  readonly deployment: () => Pick<DeploymentConfig, 'files'>;
}

export function filesModule(deps: FilesModuleDeps) {
  const { db, clock, blobs, content } = deps;
  const clamdUrl = (): string | undefined => deps.deployment().files.clamd_url;
  const scanner = new FileScanner({ blobs, log: deps.log, clamdUrl });
  const leases = new UploadLeases(db, clock);
  return {
    workspace: {
      createFile: (exchange, caller) => createFile({ ...deps, leases }, exchange, caller),
      listFiles: (scope, { query }) => listFiles(scope, query, clock.nowMs()),
      readFile: (scope, { params }) => readFile(scope, params.file_id, clock.nowMs()),
      deleteFile: (change, { params }, { workspace }) => deleteFile(change, workspace, params.file_id),
      readFileContent: (exchange, { workspace }) => sendContent(blobs, exchange, workspace, clock.nowMs()),
    } satisfies Partial<WorkspaceHandlers>,
    console: {
      readFileQuota: (scope, { params }) =>
        readFileQuota(scope, params.workspace_id, deps.limits(), clock.nowMs()),
    } satisfies Partial<ConsoleHandlers>,
    jobs: [leases.job, expireFiles(db, clock), sweepRegularly(deps)],
    jobHandlers: [
      processFile({ db, blobs, clock, reader: content.reader, scanner }),
      removeBlobs(blobs),
      sweepFiles(deps),
    ],
  } satisfies Module;
}
