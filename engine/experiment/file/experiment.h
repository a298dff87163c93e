#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/data/column_coding.h"
#include "engine/data/csv_reader.h"
#include "engine/data/generator.h"
#include "engine/data/preprocess.h"
#include "engine/json/json.h"
#include "engine/math/error.h"
#include "engine/math/vector.h"
#include "engine/privacy/notion.h"
#include "engine/problem/domain/domain.h"
#include "engine/problem/domain/regularizer.h"
#include "engine/problem/loss/loss_entry.h"
#include "engine/problem/parameter.h"
#include "engine/problem/risk/empirical_risk.h"

namespace noisy {

struct DiagnosticEntry;

/// Caps of the file format itself; a larger experiment is refused before any work.
struct FormatLimits {
  static constexpr std::size_t kTextBytes = std::size_t{16} << 20;
  static constexpr std::size_t kTitleLength = 200;
  static constexpr std::size_t kAlgorithms = 64;
  static constexpr std::size_t kPreprocessSteps = 32;
  static constexpr std::size_t kInlineValues = 1'000'000;
  static constexpr std::size_t kColumns = 4'096;      ///< features that data.columns makes
  static constexpr std::size_t kColumnWords = 1'000;  ///< of one column
  static constexpr std::size_t kSweepAxes = 8;
  static constexpr std::size_t kSweepValues = 1'000;
  static constexpr Index kSweepPoints = 10'000;
  static constexpr double kRepeats = 10'000;
  static constexpr double kIterations = 1e9;
  static constexpr double kTracePoints = 100'000;
  static constexpr double kTracedCoordinates = 2'000'000;  ///< of all iterates that are kept
  static constexpr double kSamples = 1e9;
  static constexpr double kFeatures = 1e6;
  static constexpr double kSeed = 9'007'199'254'740'991;  ///< 2^53 - 1, exact in every reader
};

// ---- data -------------------------------------------------------------------------------------

enum class FileFormat { csv, libsvm };

struct BuiltinSource {
  std::string name;
  std::optional<ColumnChoice> columns;  ///< by their numbers; absent: all as they are
};

/// A file whose bytes come beside the experiment.
struct FileSource : CsvForm {
  std::string name;
  FileFormat format = FileFormat::csv;
  TargetColumn target = LastColumn{};
  std::vector<std::string> positive;    ///< CSV: targets that are one of them are 1, all others -1
  std::optional<Index> features;        ///< LIBSVM: the public number of columns
  Index first_index = 1;                ///< LIBSVM: of the first of them, 0 or 1
  std::optional<ColumnChoice> columns;  ///< CSV; absent: all as they are
};

/// Rows inside the experiment, for tiny ones.
struct InlineSource {
  std::vector<std::vector<double>> features;
  std::vector<double> targets;
  std::optional<ColumnChoice> columns;  ///< by their numbers; absent: all as they are
  bool are_absent = false;              ///< a mark stands for them: they were taken out
};

/// How the records are stored. `automatic` asks public facts alone: generators of sparse data and
/// LIBSVM files of more than 100 stated features are sparse, everything else is dense.
enum class Storage { automatic, dense, sparse, drawn };

/// The `data` block.
struct DataSpec {
  std::variant<SyntheticParameters, BuiltinSource, FileSource, InlineSource> source;
  std::vector<PreprocessStep> preprocess;
  std::optional<Index> declared_samples;  ///< a public n
  Storage storage = Storage::automatic;
  std::vector<std::string> notices;  ///< what the block leaves open, in words for its author
  std::string canonical;             ///< the block's text: equal blocks have equal data
};

/// The columns that the block lists, or null where it has all as they are.
const ColumnChoice* chosen_columns(const DataSpec& data);

/// The same while their values go on to be the codes: where no step follows that changes more than
/// which rows there are.
const ColumnChoice* coded_columns(const DataSpec& data);

/// Whether the zeros of the records are left out.
bool is_stored_sparse(const DataSpec& data);

/// The population that generated records are drawn from, where it is known exactly and no step
/// changes them; else null.
const SyntheticParameters* known_population(const DataSpec& data);

/// The step that lets runs choose ranges of columns; null where there is none.
const PrivateRanges* private_ranges(const DataSpec& data);

/// Whether the last step keeps records from every run.
bool holds_records_out(const DataSpec& data);

// ---- problem ----------------------------------------------------------------------------------

/// Where a utility constant comes from.
enum class ConstantRule {
  public_bound,    ///< from enforced bounds
  data_spectral,   ///< from the data's spectrum: not certified
  paper_spectral,  ///< as the accelerated paper computes it: not certified
  stated           ///< a number in the file
};

struct ConstantSpec {
  ConstantRule rule = ConstantRule::public_bound;
  double value = 0;  ///< when stated
};

struct ConstantsSpec {
  ConstantSpec smoothness;            ///< L of the whole objective, regularizer included
  ConstantSpec strong_convexity;      ///< mu of the whole objective
  std::optional<double> pl_constant;  ///< of the whole objective
  std::optional<double> initial_gap;  ///< E_0, a guess of F(x_0) - F*
  /// gamma and kappa with F(x) - F* <= (gamma ||grad F(x)||)^kappa, both or neither
  std::optional<double> kl_constant;
  std::optional<double> kl_exponent;
  std::optional<double> distance;  ///< a guess of ||x_0 - x*||_2
};

/// The `problem` block: F(x) = (1/n) sum of losses + regularizer.
struct ProblemSpec {
  const LossEntry* loss = &losses().front();
  ParameterSet loss_parameters;  ///< those that the file gives
  Regularizer regularizer;
  Domain domain;
  std::optional<GradientClip> gradient_clip;
  ConstantsSpec constants;
  std::string canonical;  ///< the block's text without constants: equal texts have equal optima
};

/// The saddle problem, over the hull of public models where the file gives one.
std::shared_ptr<const SaddleLoss> saddle_of(const ProblemSpec& problem);

/// Whether records with so many features suit the problem and its domain.
///
/// @error invalid-value, below "problem"
Result<void> check_features(const ProblemSpec& problem, Index features);

/// Coordinates of the set that problem.domain is, for records of so many features: d, or K d of a
/// loss of K classes.
Index domain_dimension(const ProblemSpec& problem, Index features);

/// Coordinates of the points of a problem on such records: the same, or d_x + d_y.
Index point_dimension(const ProblemSpec& problem, Index features);

/// The inverse: the features that records must have; nothing where none have points like that.
std::optional<Index> features_for(const ProblemSpec& problem, Index dimension);

// ---- privacy ----------------------------------------------------------------------------------

/// The `privacy` block, as written.
struct PrivacySpec {
  Notion notion = Notion::pure;
  std::optional<double> epsilon;
  std::optional<double> delta;
  std::optional<double> rho;
  std::optional<Mechanism> mechanism;  ///< absent: auto
  Neighbours neighbours = Neighbours::replace_one;
  Calibration calibration = Calibration::tight;
  std::optional<double> noise_constant;
};

// ---- algorithms, run, sweep -------------------------------------------------------------------

struct AlgorithmEntry;

struct AlgorithmSpec {
  std::string id;
  std::string label;  ///< the title when the file gives none
  std::uint64_t stream = 0;
  ParameterSet parameters;
};

enum class Randomness { reproducible, secure };
/// The `run` block.
/// A private figure of held-out rows (private_score.h).
struct ScoreSpec {
  std::optional<double> epsilon;  ///< that it costs these rows; absent: the run's own budget
};

struct RunSpec {
  Index repeats = 1;
  Randomness randomness = Randomness::reproducible;
  std::uint64_t seed = 1;
  bool common = false;  ///< the same noise for all algorithms and sweep points
  ReleaseKind release = ReleaseKind::floating;
  Index trace_points = 200;
  bool keeps_iterates = false;  ///< at the traced points
  bool keeps_hidden = false;    ///< and the points that methods hide: not private
  /// And the loss of every group there, on the records as they are: not private.
  bool keeps_group_losses = false;
  std::optional<ScoreSpec> private_score;
  std::vector<const DiagnosticEntry*> diagnostics;  ///< in the file's order

  /// Those diagnostics, each once, in the order of their columns.
  std::vector<const DiagnosticEntry*> columns() const;
  /// Whether a diagnostic is measured from the reference optimum.
  bool needs_reference() const;
};

/// Whether its runs keep the points that it hides.
bool keeps_hidden(const RunSpec& run, const AlgorithmEntry& algorithm);

/// One axis of the grid.
struct SweepAxis {
  std::string path;
  std::vector<Json> values;
};

/// A whole experiment file, checked.
struct Experiment {
  std::string title;
  std::shared_ptr<const DataSpec> data;
  ProblemSpec problem;
  PrivacySpec privacy;
  std::vector<AlgorithmSpec> algorithms;
  RunSpec run;
  std::vector<SweepAxis> sweep;
  Json source;  ///< the file as given
};

/// Reads and checks an experiment file; touches no data.
///
/// @error invalid-json, unknown-field, missing-field, invalid-type, invalid-value and the other
///        codes of the table, at the dotted path of the offending field
Result<Experiment> read_experiment(std::string_view text);

/// The same from a tree; `known_data`, when given, stands for the `data` block (a sweep that leaves
/// the data alone shares it).
Result<Experiment> read_experiment_tree(Json tree,
                                        std::shared_ptr<const DataSpec> known_data = nullptr);

}  // namespace noisy
