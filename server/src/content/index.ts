/** A request's images and documents: fetched, checked, and converted to what engines accept. */
export { resolveContent, type ContentContext, type ContentLimits } from './resolve-content.ts';
export { ContentFetcher } from './content-fetcher.ts';
export { hasNetworkNamespace } from './reader/network-namespace.ts';
export { FairSlots, type Requester } from './fair-slots.ts';
export { ContentMemory, type ContentHold } from './content-memory.ts';
export { readImageHeader } from './image-header.ts';
export { readZipEntries, type ZipEntry } from './reader/zip-directory.ts';
export { DocumentFault, DocumentReader, type DocumentReaderOptions } from './reader/document-reader.ts';
export { readWebResponse, type WebResponse } from './read-web-response.ts';
export { estimateImageTokens } from './image-tokens.ts';
export type {
  ContentPart,
  ContentSource,
  DocumentFormat,
  DocumentPage,
  DocumentPart,
  ImagePart,
  ResolvedContent,
  ResolvedDocument,
  ResolvedImage,
} from './content-part.ts';
export type { FileSource, OpenFile } from './source-bytes.ts';
export { encodeReading } from './kept-reading.ts';
export type { DocumentReading } from './reader/reader-protocol.ts';
