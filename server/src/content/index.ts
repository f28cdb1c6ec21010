export { resolveContent, type ContentContext, type ContentLimits } from './resolve-content.ts';
export { ContentFetcher } from './content-fetcher.ts';
export { DocumentReader, type DocumentReaderOptions } from './reader/document-reader.ts';
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
export type { FileSource } from './source-bytes.ts';
