import type {
  AlgorithmBlock,
  DataBlock,
  ExperimentFile,
  ProblemBlock,
  RunBlock,
} from './schema.ts';
import type {
  AlgorithmId,
  AlgorithmParameters,
  BuiltinDataName,
  DiagnosticId,
  DomainId,
  GalleryId,
  LossId,
  RegularizerId,
  SaddleId,
  SyntheticDataName,
} from './words.ts';

/** An experiment as it is written: a word that the engine does not know is an error of types. */
export interface Experiment extends Omit<
  ExperimentFile,
  'data' | 'problem' | 'algorithms' | 'run'
> {
  data: Data;
  problem: Problem;
  algorithms: Algorithm[];
  run?: Run;
}

/** One algorithm, with the parameters that it has. */
export type Algorithm = {
  [Id in AlgorithmId]: Worded<AlgorithmBlock, { id: Id; parameters?: AlgorithmParameters[Id] }>;
}[AlgorithmId];

type Data =
  | Worded<DataOf<'synthetic'>, { name: SyntheticDataName }>
  | Worded<DataOf<'builtin'>, { name: BuiltinDataName }>
  | DataOf<'file'>
  | DataOf<'inline'>;

/** Losses of records of one's own have no kind; problems of the gallery and saddle problems have a name instead. */
type Problem =
  ProblemOf<{ loss: LossId; kind?: never; name?: never }> | GalleryProblem | SaddleProblem;

type GalleryProblem = ProblemOf<{ kind: 'gallery'; name: GalleryId; loss?: never }>;

/** Its domains are its own: the engine refuses any other. */
type SaddleProblem = ProblemOf<{ kind: 'saddle'; name: SaddleId; loss?: never }>;

type ProblemOf<Words> = Worded<
  ProblemBlock,
  Words & {
    regularizer?: Worded<NonNullable<ProblemBlock['regularizer']>, { kind: RegularizerId }>;
    domain?: Worded<NonNullable<ProblemBlock['domain']>, { kind: DomainId }>;
  }
>;

type Run = Worded<RunBlock, { diagnostics?: DiagnosticId[] }>;

type DataOf<Kind extends DataBlock['kind']> = Extract<DataBlock, { kind: Kind }>;

/** A block with narrower types in some of its fields. */
type Worded<Block, Words> = Omit<Block, keyof Words> & Words;
