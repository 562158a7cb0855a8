/** The fields of the editor; ticks as `on` or empty. */
export type EditorShape = {
  content: string;
  description: string;
  add: string;
  files: { name: string; text: string }[];
  stageId: string;
  stageAsync: string;
  stageContinues: string;
  stageEnabled: string;
  stageNeeds: string;
  stageTrigger: string;
  inputs: { name: string; value: string }[];
};
