/** Faults of a question to a language model. They hold nothing of the prompt and no word of the other end. */
export const modelFaults = {
  unreachable: 'Nothing answers at the endpoint.',
  untrusted: 'The certificate of the endpoint does not fit.',
  redirected: 'The endpoint sends the question on to another address, which is not followed.',
  unauthorised: 'The key is missing, wrong, or may not use this model.',
  rate_limited: 'The provider takes no more questions for now.',
  rejected: 'The provider does not take the question: check the name of the model.',
  server_error: 'The provider failed.',
  timeout: 'No answer came in time.',
  too_long: 'The answer is longer than it may be.',
  truncated: 'The answer ends before it is whole.',
  refused: 'The model refuses to answer.',
  not_json: 'The answer is no JSON.',
  wrong_schema: 'The answer is not of the form that was asked for.',
  bad_vectors: 'The vectors are not one for each text, of one length and of finite numbers.',
  no_file:
    'The file of vectors cannot be read, or has another form: convert it to WordPiece and to numbers of F16, F32 or F64.',
  no_program: 'The command could not be started.',
  crashed: 'The command ended with an error.',
  over_turn: 'This turn may ask no more questions.',
  over_budget: 'The budget of the day is spent.',
  busy: 'As many questions are under way as may be.',
} as const;

export type ModelFaultCode = keyof typeof modelFaults;
