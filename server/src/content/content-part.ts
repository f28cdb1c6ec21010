import type { ImageMediaType } from './image-header.ts';

/** The source of an image's or document's bytes (inference contract §2.7). */
export type ContentSource =
  /** `data`: base64, or what it stands for, of no bytes where it is no base64. */
  | { readonly type: 'base64'; readonly mediaType: string; readonly data: string | Uint8Array }
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'file'; readonly fileId: string };

interface Part {
  readonly source: ContentSource;
  /** The block's path in the request, such as `messages[0].content[1]`: the `param` of refusals. */
  readonly path: string;
}

export interface ImagePart extends Part {
  readonly kind: 'image';
}

export interface DocumentPart extends Part {
  readonly kind: 'document';
  readonly title?: string;
}

export type ContentPart = ImagePart | DocumentPart;

export interface ResolvedImage {
  readonly kind: 'image';
  readonly mediaType: ImageMediaType;
  readonly bytes: Uint8Array;
  readonly widthPixels: number;
  readonly heightPixels: number;
  /** Tokens it adds to a prompt, by `estimateImageTokens`. */
  readonly tokens: number;
}

/** More than any model can read. */
export const DOCUMENT_CHARACTERS_LIMIT = 8_000_000;

export type DocumentFormat = 'pdf' | 'docx' | 'xlsx' | 'pptx' | 'text';

/** Numbers start at 1. The text is well-formed Unicode, so its code points can be counted (D-42). */
export interface DocumentPage {
  readonly number: number;
  readonly text: string;
}

export interface ResolvedDocument {
  readonly kind: 'document';
  readonly format: DocumentFormat;
  readonly title: string | null;
  /** The file's id, for citations (D-42). */
  readonly fileId: string | null;
  /**
   * False: the format has no pages, the text is one unit, and citations count its code points. True: pages of
   * a PDF, slides or sheets, and citations use page numbers.
   */
  readonly paged: boolean;
  readonly pages: readonly DocumentPage[];
}

export type ResolvedContent<P extends ContentPart> = P extends ImagePart ? ResolvedImage : ResolvedDocument;
