const EMBEDS = /embed/i;
/** Models of speech, pictures, moderation and search, which none of the engines' operations call. */
const NEITHER =
  /whisper|transcribe|audio|realtime|voice|voxtral|sonic|(?<![a-z])live|dall-e|image|imagen|sora|(?<![a-z])(?:veo|tts|ocr)(?![a-z])|omni-flash|moderation|guard|rerank|computer-use|(^|:)(ada|babbage|curie|davinci)/i;

/** What a model does, by its name: most engines list models of all kinds and do not tell them apart. Undefined: nothing the service calls. */
export function modelKind(name: string): 'chat' | 'embedding' | undefined {
  if (EMBEDS.test(name)) return 'embedding';
  return NEITHER.test(name) ? undefined : 'chat';
}
