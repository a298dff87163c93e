#include "engine/algorithm/frame/optional_planners.h"
#include "engine/algorithm/frame/ranged_plan.h"
#include "engine/algorithm/frame/scored_plan.h"
#include "engine/data/column_features.h"
#include "engine/data/covertype_surrogate.h"
#include "engine/data/csv_reader.h"
#include "engine/data/private_ranges.h"
#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/group_loss.h"
#include "engine/diagnostic/kind/histogram_meter.h"
#include "engine/diagnostic/kind/score_meter.h"
#include "engine/experiment/file/check_drawn.h"
#include "engine/experiment/file/check_groups.h"
#include "engine/experiment/file/check_hidden.h"
#include "engine/experiment/file/read_columns.h"
#include "engine/experiment/file/record_places.h"
#include "engine/experiment/plan/load_data.h"
#include "engine/experiment/plan/make_risk.h"
#include "engine/experiment/plan/population_drawer.h"
#include "engine/experiment/plan/ranged_rows.h"
#include "engine/experiment/plan/record_objective.h"
#include "engine/experiment/plan/run_score.h"
#include "engine/experiment/session/engine_session.h"
#include "engine/experiment/session/survey.h"
#include "engine/privacy/accountant/releases.h"
#include "engine/privacy/form/optional_forms.h"
#include "engine/problem/domain/support.h"
#include "engine/problem/domain/vertex_hull.h"
#include "engine/problem/loss/linear_pass.h"
#include "engine/problem/saddle/query_family.h"
#include "engine/problem/saddle/saddle_hull.h"
#include "engine/statement/write/columns_text.h"
#include "engine/statement/write/plan_blocks.h"
#include "engine/statement/write/stated_entry.h"

// What the core does without. These functions stand in the place of the engine's own, which are
// then not linked, nor is what they alone call; the whole engine has them.

namespace noisy {
namespace {

std::unexpected<Error> lacking(const std::string& what) {
  return fail(ErrorCode::unsupported_option, "",
              "this program was linked without " + what + ": use the whole engine");
}

constexpr const char* kSeldomLoaded = "records that are sparse, counted or in a file";

}  // namespace

OptionalPlanners optional_planners() {
  return {};
}

std::shared_ptr<const RowSource> rows_drawn_for(const DataSpec&) {
  return nullptr;
}

std::unique_ptr<FiniteSum> make_drawn_risk(std::shared_ptr<const RowSource>, const FeatureBounds&,
                                           const LinearLoss&, const Domain&) {
  return nullptr;
}

std::unique_ptr<AlgorithmPlan> with_score(std::unique_ptr<AlgorithmPlan> plan,
                                          const PrivateScore&) {
  return plan;
}

double drawn_batches_epsilon(Releases, double) {
  return std::numeric_limits<double>::infinity();
}

double less_noise(Releases releases, const PrivacyTarget&, math::Evaluations*) {
  return releases.noise_multiplier;
}

Result<std::optional<PrivateScore>> planned_score(const SweepPoint&, const Objective&, bool) {
  return std::nullopt;
}

ReleasedScore release_score(const PrivateScore& score, const Objective&, const Vector&,
                            const StreamFactory&) {
  return {.score = score};
}

ScoreInterval score_interval(const PrivateScore&, std::int64_t) {
  return {};
}

RecordObjectiveMaker record_objective_maker() {
  return nullptr;
}

math::BlockPass linear_pass() {
  return nullptr;
}

PopulationDrawer population_drawer() {
  return nullptr;
}

Result<std::string> read_word(const Json& value, const std::string&) {
  return value.is_text() ? value.text() : "";
}

// What data.columns say is read and checked where it can be loaded; here it is known that they are
// there, and how many.
Result<ColumnChoice> read_columns(const Json& value, const std::string&) {
  return ColumnChoice{.features = std::vector<ColumnCoding>(value.size()), .target = std::nullopt};
}

// Only results that the core has assembled itself are judged in it: their experiments were read
// field by field, so that nothing in them is unknown.
RecordFree without_records(const Json& experiment) {
  RecordFree out{
      .experiment = experiment, .sweeps_records = may_sweep_records(experiment), .is_whole = true};
  Json* data = out.experiment.find("data");
  for (const RecordPlace& place : record_places()) {
    if (!data || data->member("kind") != Json(place.kind) || !data->find(place.field)) continue;
    out.held_records = true;
    data->erase(place.field);
  }
  return out;
}

Result<void> check_drawn(const Experiment&) {
  return {};
}

Result<void> settle_columns(FileSource&, const std::string&) {
  return {};
}

Result<void> settle_columns(BuiltinSource&, const std::string&) {
  return {};
}

Result<void> settle_columns(InlineSource&, const std::string&) {
  return {};
}

Result<void> complete_levels(const DataSpec&, ProblemSpec&) {
  return {};
}

Result<void> check_hidden(const Experiment&) {
  return {};
}

Result<void> check_groups(const Experiment&) {
  return {};
}

Index ColumnCoding::levels() const {
  return 0;
}

std::string column_text(const ColumnName&) {
  return "";
}

std::string column_field(const ColumnCoding&, std::string_view) {
  return "";
}

Index width_of(const ColumnChoice& choice) {
  return std::ssize(choice.features);
}

std::vector<Index> positions_of(const ColumnChoice&) {
  return {};
}

std::vector<Index> unranged_features(const ColumnChoice&) {
  return {};
}

FeatureBounds bounds_once_ranged(const ColumnChoice&) {
  return {};
}

FeatureBounds bounds_of_choice(const ColumnChoice&, std::span<const Interval>) {
  return {};
}

Index levels_of(const ColumnChoice&, const FeatureOrigin&) {
  return 0;
}

std::vector<FeatureOrigin> feature_origins(const ColumnChoice&) {
  return {};
}

std::vector<std::string> level_texts(const ColumnCoding&, EdgeText) {
  return {};
}

std::vector<std::string> feature_names(const ColumnChoice&, std::span<const std::string>,
                                       EdgeText) {
  return {};
}

Result<void> CsvReader::place_chosen(Index) {
  return lacking("data.columns");
}

Result<double> CsvReader::read_coded(std::string_view, const Destination&, Index, Index) {
  return lacking("data.columns");
}

std::string CsvReader::other_words_text() const {
  return {};
}
void CsvReader::store_coded(const Destination&, double) {}

void CsvReader::name_coded(const Destination&, const std::string&,
                           std::vector<std::string>&) const {}

Result<std::size_t> CsvReader::find_name(const std::string&, ErrorCode, const std::string&) {
  return lacking("names of columns");
}

// The built-in data are plain UTF-8 without a mark.
Result<std::string_view> TextDecoder::decode(std::string_view bytes) {
  return bytes;
}

Result<std::string_view> TextDecoder::finish() {
  return "";
}

std::string CsvReader::advice(const RawRecord&, const Error&) const {
  return "";
}

std::string columns_text(const ColumnChoice&, std::size_t) {
  return "";
}

std::string columns_reason(const ColumnChoice&) {
  return "";
}

// Nothing is scored here, as planned_score() says above.
std::string_view StatedScore::text() const {
  return "";
}

std::optional<StatedScore> stated_score(const std::optional<PrivateScore>&) {
  return std::nullopt;
}

// Nothing that reads blocks of records once is planned here.
Json plan_blocks(const PlannedAlgorithm&, const Objective&, const RiskFacts&) {
  return {};
}

// Nothing is drawn like Covertype, and no domain is a hull, see is_seldom_loaded() and lacks().

void covertype::draw_surrogate_row(Stream&, std::span<double>) {}

FeatureBounds covertype::surrogate_bounds() {
  return {};
}

Eigen::MatrixXd all_vertices(const Domain&) {
  return {};
}

bool hull_contains(const Domain&, const Vector&) {
  return false;
}

double hull_gauge(const Domain&, const Vector&) {
  return 0;
}

// Problems about tables or groups, and gaps, are not run here.

std::optional<double> support(const Domain&, std::span<const double>) {
  return std::nullopt;
}

Result<std::unique_ptr<Meter>> histogram_meter(const MeasuredProblem&, const HistogramMeasure&) {
  return nullptr;
}

Result<std::unique_ptr<Meter>> group_loss_meter(const MeasuredProblem&, GroupLoss) {
  return nullptr;
}

std::unique_ptr<Meter> group_losses_meter(const MeasuredProblem&) {
  return nullptr;
}

std::vector<Level> uniform_level(const MeasuredProblem&, const HistogramMeasure&) {
  return {};
}

Result<std::unique_ptr<Meter>> records_against_law(const MeasuredProblem&) {
  return nullptr;
}

// How well scores predict, but for the accuracy, is measured by the whole engine.

#define NOISY_UNMEASURED(name, text)               \
  DiagnosticEntry name##_diagnostic() {            \
    return score_entry<text>();                    \
  }                                                \
  DiagnosticEntry held_out_##name##_diagnostic() { \
    return score_entry<text, Rows::held_out>();    \
  }
NOISY_UNMEASURED(balanced_accuracy, kBalancedAccuracy)
NOISY_UNMEASURED(auc, kAuc)
NOISY_UNMEASURED(log_loss, kLogLoss)
NOISY_UNMEASURED(mean_squared_error, kMeanSquaredError)
NOISY_UNMEASURED(r2, kRSquared)
#undef NOISY_UNMEASURED

// Where a problem's own domain would be wrong, the whole engine says so.
Result<void> check_saddle_domain(const LossEntry&, const ParameterSet&, const Domain&) {
  return {};
}

std::shared_ptr<const SaddleLoss> saddle_over_hull(const LossEntry& loss, const ParameterSet& given,
                                                   const Domain&) {
  return loss.saddle(given);
}

QueryFamily::QueryFamily(const QueryShape& shape) : shape_(shape) {}

Index QueryFamily::table_of(Index) const {
  return 0;
}

std::vector<Index> QueryFamily::codes_of(Index) const {
  return {};
}

Index QueryFamily::cell_of(std::span<const double>, double) const {
  return 0;
}

void QueryFamily::add_record(std::span<const double>, double, std::span<std::int64_t>) const {}

void QueryFamily::add_record(std::span<const double>, double, std::span<double>) const {}

void QueryFamily::answers(std::span<const double>, std::span<double>) const {}

void QueryFamily::combine(std::span<const double>, std::span<double>) const {}

bool loads_all_kinds() {
  return false;
}

Result<DataLoader::Raw> DataLoader::make_sparse(const SyntheticParameters&) {
  return lacking(kSeldomLoaded);
}

Result<DataLoader::Raw> DataLoader::make_sparse(const FileSource&) {
  return lacking(kSeldomLoaded);
}

Result<DataLoader::Raw> DataLoader::make_grouped(const SyntheticParameters&) {
  return lacking(kSeldomLoaded);
}

Result<void> DataLoader::feed_sparse(const FileSource&, std::span<const std::byte>, double) {
  return lacking(kSeldomLoaded);
}

Result<DenseData> DataLoader::chosen(DenseData data,
                                     const std::optional<ColumnChoice>& columns) const {
  if (!columns) return data;
  return lacking("data.columns");
}

std::unique_ptr<FileReader> DataLoader::make_libsvm_reader(const FileSource&, const ReadOptions&) {
  return nullptr;
}

Result<std::shared_ptr<const LoadedData>> DataLoader::prepare(SparseData, Raw&) {
  return lacking(kSeldomLoaded);
}

Result<DataLoader::Raw> DataLoader::make_drawn(const SyntheticParameters&) {
  return lacking(kSeldomLoaded);
}

Result<std::shared_ptr<const LoadedData>> DataLoader::prepare(AbsentRecords, Raw&) {
  return lacking(kSeldomLoaded);
}

Result<std::shared_ptr<const LoadedData>> DataLoader::prepare(GroupedRecords, Raw&) {
  return lacking(kSeldomLoaded);
}

Result<void> bound_ranged(const PrivateRanges&, const std::string&, PipelineFacts&) {
  return {};
}

Result<void> refuse_ranges(const std::string&) {
  return {};
}

Result<std::shared_ptr<const LoadedData>> DataLoader::prepare_ranged(DenseData, Raw&) {
  return lacking(std::string(kPrivateRanges));
}

double ranged_bytes(const RangedRows&) {
  return 0;
}

bool may_be_chosen(std::span<const ColumnRange>, const PrivateRanges&, Index) {
  return false;
}

Result<RangedRun> choose_ranges(const RangedRows&, const Release*, const StreamFactory&) {
  return lacking(std::string(kPrivateRanges));
}

Result<std::unique_ptr<AlgorithmPlan>> plan_with_ranges(const AlgorithmEntry&, PlanInput&,
                                                        const RangeShare&) {
  return lacking(std::string(kPrivateRanges));
}

std::string private_ranges_text(const PrivateRanges&, std::size_t) {
  return "";
}

std::unique_ptr<FiniteSum> make_sparse_risk(const SparseRecords&, const FeatureBounds&,
                                            const LinearLoss&, const std::optional<GradientClip>&,
                                            const Domain&) {
  return nullptr;
}

std::span<const ReleaseForm* const> optional_forms() {
  return {};
}

Result<std::unique_ptr<Survey>> begin_survey(std::shared_ptr<Objective>, std::string_view,
                                             std::shared_ptr<math::ThreadPool>) {
  return lacking("surveys");
}

Result<std::string> EngineSession::constants(double, double, Index, int) {
  return lacking("estimates of constants");
}

Result<bool> EngineSession::rehearse(double, double, int) {
  return lacking("trials of runs");
}

}  // namespace noisy
