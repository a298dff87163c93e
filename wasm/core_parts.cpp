#include "engine/algorithm/frame/optional_planners.h"
#include "engine/data/csv_reader.h"
#include "engine/diagnostic/kind/group_loss.h"
#include "engine/diagnostic/kind/histogram_meter.h"
#include "engine/experiment/file/check_drawn.h"
#include "engine/experiment/file/check_groups.h"
#include "engine/experiment/file/check_hidden.h"
#include "engine/experiment/file/read_columns.h"
#include "engine/experiment/plan/load_data.h"
#include "engine/experiment/plan/make_risk.h"
#include "engine/experiment/plan/population_drawer.h"
#include "engine/experiment/plan/record_objective.h"
#include "engine/experiment/session/engine_session.h"
#include "engine/experiment/session/survey.h"
#include "engine/privacy/form/optional_forms.h"
#include "engine/problem/domain/support.h"
#include "engine/problem/loss/linear_pass.h"
#include "engine/problem/saddle/query_family.h"
#include "engine/problem/saddle/saddle_hull.h"
#include "engine/statement/write/columns_text.h"
#include "engine/statement/write/plan_blocks.h"

// What the core does without. These functions stand in the place of the engine's own, which are
// then not linked, nor is what they alone call; the whole engine has them.

namespace noisy {
namespace {

std::unexpected<Error> lacking(const std::string& what) {
  return fail(ErrorCode::unsupported_option, "",
              "this program was linked without " + what + ": use the whole engine");
}

constexpr const char* kSeldomLoaded = "records that are sparse, counted or in a LIBSVM file";

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

RecordObjectiveMaker record_objective_maker() {
  return nullptr;
}

math::BlockPass linear_pass() {
  return nullptr;
}

PopulationDrawer population_drawer() {
  return nullptr;
}

// What data.columns say is read and checked where it can be loaded; here it is known that they are
// there, and how many.
Result<ColumnChoice> read_columns(const Json& value, const std::string&) {
  return ColumnChoice{.features = std::vector<ColumnCoding>(value.size()), .target = std::nullopt};
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

double level_of(const ColumnCoding&, double value) {
  return value;
}

std::vector<Index> positions_of(const ColumnChoice&) {
  return {};
}

FeatureBounds bounds_of_choice(const ColumnChoice&, std::span<const Interval>) {
  return {};
}

Result<void> CsvReader::place_chosen(Index) {
  return lacking("data.columns");
}

Result<double> CsvReader::read_word(const std::string&, const Destination&, Index, Index) const {
  return lacking("data.columns");
}

std::string columns_text(const ColumnChoice&, std::size_t) {
  return "";
}

// Nothing that reads blocks of records once is planned here.
Json plan_blocks(const PlannedAlgorithm&, const Objective&, const RiskFacts&) {
  return {};
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

Result<std::string> EngineSession::constants(double, double, int) {
  return lacking("estimates of constants");
}

}  // namespace noisy
