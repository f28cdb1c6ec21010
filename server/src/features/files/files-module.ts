import type { BlobStore } from '#blobs';
import type { DeploymentConfig } from '#config';
import { FairSlots, type DocumentReader } from '#content';
import type { CallerExchange } from '#exchange';
import type { ConsoleHandlers, Module, ResourceCaller, WorkspaceHandlers } from '#features/module';
import { sweepFiles, sweepRegularly } from './consistency/sweep-files.ts';
import { createFile, UPLOAD_CONCURRENCY, WAITING_UPLOADS, type CreateFileDeps } from './create-file.ts';
import { deleteFile } from './delete-file.ts';
import { expireFiles } from './expire-files.ts';
import { failUnattended } from './fail-unattended.ts';
import { listOpenAiFiles } from './openai/list-openai-files.ts';
import { toOpenAiFile } from './openai/openai-file.ts';
import { OPENAI_UPLOAD_FORMAT } from './openai/openai-upload.ts';
import { processFile } from './process-file.ts';
import { listFiles, readFile } from './read-files.ts';
import { readFileQuota } from './read-file-quota.ts';
import { removeBlobs } from './remove-blobs.ts';
import { FileScanner } from './scanner/file-scanner.ts';
import { readFileContent } from './read-file-content.ts';
import { fileNames, hasFiles } from './store/file-rows.ts';
import { UPLOAD_FORMAT, type UploadFormat } from './upload-format.ts';
import type { UploadLeases } from './upload-leases.ts';

export interface FilesModuleDeps extends Omit<CreateFileDeps, 'leases' | 'slots'> {
  readonly blobs: BlobStore;
  readonly content: { readonly reader: DocumentReader };
  readonly deployment: () => Pick<DeploymentConfig, 'files'>;
}

export function filesModule(deps: FilesModuleDeps, leases: UploadLeases) {
  const { db, clock, blobs, content } = deps;
  const clamdUrl = (): string | undefined => deps.deployment().files.clamd_url;
  const scanner = new FileScanner({ blobs, log: deps.log, clamdUrl });
  const slots = new FairSlots(UPLOAD_CONCURRENCY, WAITING_UPLOADS);
  const create = (exchange: CallerExchange, caller: ResourceCaller, format: UploadFormat): Promise<void> =>
    createFile({ ...deps, leases, slots }, exchange, caller, format);
  return {
    workspace: {
      createFile: (exchange, caller) => create(exchange, caller, UPLOAD_FORMAT),
      listFiles: (scope, { query }) => listFiles(scope, query, clock.nowMs()),
      readFile: (scope, { params }) => readFile(scope, params.file_id, clock.nowMs()),
      deleteFile: (change, { params }, { workspace }) => deleteFile(change, workspace, params.file_id),
      readFileContent: (exchange, { workspace }) => readFileContent(deps, exchange, workspace, clock.nowMs()),
      createOpenAiFile: (exchange, caller) => create(exchange, caller, OPENAI_UPLOAD_FORMAT),
      listOpenAiFiles: (scope, { query }) => listOpenAiFiles(scope, query, clock.nowMs()),
      readOpenAiFile: (scope, { params }) => readFile(scope, params.file_id, clock.nowMs(), toOpenAiFile),
      deleteOpenAiFile: (change, { params }, { workspace }) => deleteFile(change, workspace, params.file_id),
      readOpenAiFileContent: (exchange, { workspace }) =>
        readFileContent(deps, exchange, workspace, clock.nowMs()),
    } satisfies Partial<WorkspaceHandlers>,
    console: {
      readFileQuota: (scope, { params }) =>
        readFileQuota(scope, params.workspace_id, deps.limits(), clock.nowMs()),
    } satisfies Partial<ConsoleHandlers>,
    jobs: [leases.job, expireFiles(db, clock, leases), failUnattended(deps), sweepRegularly(deps)],
    jobHandlers: [
      processFile({ db, blobs, clock, reader: content.reader, scanner }),
      removeBlobs(blobs),
      sweepFiles(deps),
    ],
    names: [fileNames],
    holdsContent: hasFiles,
  } satisfies Module;
}
