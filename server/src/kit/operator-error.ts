/**
 * An error whose message is a sentence for the operator, to be printed as it stands: it quotes neither secrets nor other
 * systems' text. Any other error's message is shown to nobody.
 */
export class OperatorError extends Error {}
