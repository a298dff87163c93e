// The engine's theory queries under the names that the lab uses.
import type { Engine, LmiCertificate } from '../../../../../wasm/client/index.ts';

export type {
  BatchNoise as NoiseAnswer,
  BiasVariance as BiasAnswer,
  CertifiedRun,
  ComplexityRow,
  ComplexityTable,
  ComplexityTables as TablesAnswer,
  ErmBounds as BoundsAnswer,
  ExactDivision as DivisionAnswer,
  Figure1 as Figure1Answer,
  Figure2 as Figure2Answer,
  Figure2Query,
  GaussianWidth as WidthAnswer,
  Horizon as HorizonAnswer,
  LevelSchedule as LevelsAnswer,
  LmiCertificate as CertificateAnswer,
  LmiCertificateQuery as CertificateQuery,
  QuadraticLab as QuadraticAnswer,
  QuadraticMethod,
  StabilityMap as MapAnswer,
  SvrgContraction as EpochAnswer,
  TheoryQuery as Query,
  WidthSet,
} from '../../../../../wasm/client/index.ts';

/** Numbers of a column; what is not finite comes as null. */
export type Column = (number | null)[];

export type FoundCertificate = Extract<LmiCertificate, { found: true }>;

/** The part of the engine that the lab needs; a test may hand in a double. */
export type TheoryEngine = Pick<Engine, 'theory'>;
