#include "engine/experiment/session/engine_session.h"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/algorithm/frame/optional_planners.h"
#include "engine/diagnostic/diagnostic.h"
#include "engine/experiment/plan/population_drawer.h"
#include "engine/experiment/plan/record_objective.h"
#include "engine/experiment/session/saddle_sets.h"
#include "engine/experiment/session/survey.h"
#include "engine/json/vocabulary.h"
#include "engine/math/deadline.h"
#include "engine/statement/write/plan_blocks.h"
#include "engine/statement/write/total.h"

namespace noisy {
namespace {

/// Of so many plans the report looks for what would help; of longer lists it only warns.
constexpr std::size_t kAdvisedPlans = 16;

/// Whether the program was linked without the pass over the rows of a generalized linear model.
bool lacks_pass(const ProblemSpec& problem) {
  return problem.loss->form == LossForm::margin &&
         !problem.loss->linear(problem.loss_parameters).pass;
}

/// Whether the program makes no such records.
bool lacks_records(const DataSpec& data) {
  if (is_seldom_loaded(data)) return !loads_all_kinds();
  const auto* drawn = std::get_if<SyntheticParameters>(&data.source);
  return drawn && is_population_generator(drawn->name) && !population_drawer();
}

/// What their generator or format is called, or what the block says of them.
std::string name_of(const DataSpec& data) {
  if (chosen_columns(data)) return "data.columns";
  if (private_ranges(data)) return std::string(kPrivateRanges);
  const auto* drawn = std::get_if<SyntheticParameters>(&data.source);
  return drawn ? drawn->name : word_for(std::get<FileSource>(data.source).format);
}

std::string data_key(const SweepPoint& point, std::string_view identity) {
  const RecordUse use = use_of(point.problem);
  return point.data->canonical + "\n" + std::string(identity) +
         (use.labels ? "\nlabels" : "\nnumbers") + (use.groups ? "\ngroups" : "") +
         (use.classes > 0 ? "\nclasses " + std::to_string(use.classes) : "");
}

std::unexpected<Error> not_loaded() {
  return fail(ErrorCode::internal, "data", "load the data first");
}

/// Whether its steps gather many drawn records, by what the file says. With fewer than a panel of
/// them the anchors and diagnostics, which are passes over all records, take most of the time.
bool gathers_batches(const AlgorithmSpec& spec) {
  const auto size = spec.parameters.number("batchSize");
  if (size) return *size >= static_cast<double>(kPanelRows);
  return find_algorithm(spec.id)->draws_batches;
}

/// Scattered rows are gathered fastest where each lies in one piece; passes over all records like
/// panels.
DataLayout layout_for(const SweepPoint& point) {
  const bool only_batches = std::ranges::all_of(
      point.algorithms, [](const AlgorithmSpec& spec) { return gathers_batches(spec); });
  return only_batches ? DataLayout::rows : DataLayout::panels;
}

/// Says that the data's smallest eigenvalue is none, where a plan rests on it (SpectrumSearch).
void note_rank(const SweepPoint& point, const Objective& objective, Json& plan) {
  const bool is_asked =
      point.problem.constants.strong_convexity.rule == ConstantRule::data_spectral;
  const bool is_flat = objective.spectrum && objective.spectrum->smallest == 0;
  if (!is_asked || !is_flat || !objective.linear_loss) return;
  std::vector<Json> notes;
  for (const Json& note : plan.member("notes").elements()) notes.push_back(note);
  notes.push_back(
      "The records lie in a plane as far as rounding tells: the smallest eigenvalue of their Gram "
      "matrix is within its rounding of 0, so that the loss adds no strong convexity.");
  plan.set("notes", Json::array(std::move(notes)));
}

}  // namespace

EngineSession::EngineSession(std::shared_ptr<WorkspaceState> workspace, Experiment experiment,
                             std::vector<SweepPoint> points)
    : workspace_(std::move(workspace)),
      experiment_(std::move(experiment)),
      points_(std::move(points)),
      list_(std::ssize(experiment_.algorithms), std::ssize(points_), experiment_.run.repeats) {}

Result<std::unique_ptr<Session>> EngineSession::open(std::shared_ptr<WorkspaceState> workspace,
                                                     std::string_view text,
                                                     std::string_view data_identity) {
  Result<Experiment> experiment = read_experiment(text);
  if (!experiment) return std::unexpected(std::move(experiment.error()));
  auto points = expand_sweep(*experiment);
  if (!points) return std::unexpected(std::move(points.error()));
  const Index most = workspace->limits().maximum_runs;
  std::unique_ptr<EngineSession> session(
      new EngineSession(std::move(workspace), std::move(*experiment), std::move(*points)));
  if (session->list_.size() > most) {
    return fail(ErrorCode::limit_exceeded, "run.repeats",
                "algorithms x sweep points x repeats are " + std::to_string(session->list_.size()) +
                    " runs, more than the limit of " + std::to_string(most) +
                    ": ask for fewer, or use the command line with --most-runs");
  }
  session->add_slots(data_identity);
  return session;
}

void EngineSession::add_slots(std::string_view data_identity) {
  for (const SweepPoint& point : points_) {
    const bool is_file = std::holds_alternative<FileSource>(point.data->source);
    const std::string key = data_key(point, is_file ? data_identity : "");
    if (std::ranges::find(slots_, key, &DataSlot::key) != slots_.end()) continue;
    const bool is_kept = !is_file || !data_identity.empty();
    slots_.push_back({.key = key,
                      .is_kept = is_kept,
                      .loader = DataLoader(point.data, use_of(point.problem), layout_for(point),
                                           workspace_->limits().memory_bytes),
                      .data = is_kept ? workspace_->find_data(key) : nullptr});
  }
}

const EngineSession::DataSlot& EngineSession::slot_of(const SweepPoint& point) const {
  // The key's identity part is the same for all slots of a session, so block and loss decide.
  const auto found = std::ranges::find_if(slots_, [&](const DataSlot& slot) {
    return slot.loader.makes(*point.data, use_of(point.problem));
  });
  return *found;
}

bool EngineSession::needs_bytes() const {
  return std::ranges::any_of(
      slots_, [](const DataSlot& slot) { return slot.loader.needs_bytes() && !slot.data; });
}

Result<void> EngineSession::feed(std::span<const std::byte> bytes, double total_bytes) {
  if (auto complete = check_parts(); !complete) return complete;
  // A number takes about as many bytes in a text file as in memory.
  if (!std::exchange(has_bytes_, true)) workspace_->make_room(total_bytes);
  for (DataSlot& slot : slots_) {
    if (slot.data) continue;
    if (auto fed = slot.loader.feed(bytes, total_bytes); !fed) return fed;
  }
  return {};
}

std::string EngineSession::lacks() const {
  if (experiment_.run.keeps_hidden && !loads_all_kinds()) return "hiddenIterates";
  if (experiment_.run.keeps_group_losses && !loads_all_kinds()) return "groupLosses";
  if (experiment_.run.private_score && !loads_all_kinds()) return "privateScore";
  for (const DiagnosticEntry* diagnostic : experiment_.run.diagnostics) {
    if (!diagnostic->meter) return diagnostic->id;
  }
  for (const SweepPoint& point : points_) {
    const LossEntry& loss = *point.problem.loss;
    const bool is_own = loss.form != LossForm::margin;
    if (is_own ? !record_objective_maker() : lacks_pass(point.problem)) return loss.id;
    if (point.problem.domain.kind == Domain::Kind::hull && !loads_all_kinds()) return "hull";
    if (lacks_records(*point.data)) return name_of(*point.data);
    for (const AlgorithmSpec& algorithm : point.algorithms) {
      if (!find_algorithm(algorithm.id)->plan) return algorithm.id;
      if (algorithm.parameters.text("publishes") == kLastAlone && !loads_all_kinds()) {
        return "publishes";
      }
      // The noise of drawn batches takes privacy loss distributions.
      const bool draws =
          algorithm.parameters.has("batchSize") && point.privacy.notion == Notion::approximate;
      if (draws && !loads_all_kinds()) return "batchSize";
    }
  }
  return "";
}

Result<void> EngineSession::check_parts() const {
  const std::string part = lacks();
  if (part.empty()) return {};
  return fail(ErrorCode::unsupported_option, "",
              "this program was linked without \"" + part + "\": use the whole engine");
}

std::string EngineSession::missing_file() const {
  for (const DataSlot& slot : slots_) {
    if (slot.data) continue;
    if (std::string file = slot.loader.missing_file(); !file.empty()) return file;
  }
  return "";
}

Result<void> EngineSession::load() {
  if (auto complete = check_parts(); !complete) return complete;
  const double most = workspace_->limits().memory_bytes;
  double bytes = 0;
  for (DataSlot& slot : slots_) {
    if (!slot.data) {
      workspace_->make_room(slot.loader.expected_bytes());
      auto data = slot.loader.finish();
      if (!data) return std::unexpected(std::move(data.error()));
      slot.data = std::move(*data);
      if (slot.is_kept) workspace_->keep_data(slot.key, slot.data);
    }
    bytes += slot.data->bytes();
    if (bytes <= most) continue;
    return fail(ErrorCode::limit_exceeded, "sweep",
                "the data sets of the sweep take more than the limit of " +
                    std::to_string(static_cast<Index>(most / 1e6)) + " MB together");
  }
  return check_headers();
}

/// Where noise is secret, whether the first line is a record must not hang on what it holds.
Result<void> EngineSession::check_headers() const {
  if (experiment_.run.randomness != Randomness::secure) return {};
  for (const SweepPoint& point : points_) {
    const auto* file = std::get_if<FileSource>(&point.data->source);
    if (!file || file->header != CsvHeader::automatic) continue;
    if (!slot_of(point).data->has_header.value_or(false)) continue;
    return fail(ErrorCode::missing_field, "data.header",
                "is required in secure mode: the first line looks like names of columns, but a "
                "record of words would, too. Say \"yes\" if it is a header, and \"no\" if it is a "
                "record");
  }
  return {};
}

Result<DataShape> EngineSession::shape() const {
  const DataSlot& slot = slot_of(points_.front());
  if (!slot.data) return std::unexpected(not_loaded());
  return DataShape{.samples = slot.data->samples(), .features = slot.data->features()};
}

Result<void> EngineSession::prepare() {
  if (!planned_.empty()) return {};
  if (std::ranges::any_of(slots_, [](const DataSlot& slot) { return !slot.data; })) {
    return not_loaded();
  }
  if (!pool_) pool_ = workspace_->threads();
  std::vector<PlannedPoint> planned;
  std::map<std::pair<const LoadedData*, std::string>, std::shared_ptr<Objective>> own;
  for (const SweepPoint& point : points_) {
    const DataSlot& slot = slot_of(point);
    if (auto fits = check_problem(point.problem, *slot.data); !fits) return fits;
    std::shared_ptr<Objective>& objective = own[{slot.data.get(), point.problem.canonical}];
    if (!objective) objective = objective_of(point, slot);
    PlannedPoint out{.objective = objective, .facts = {}, .algorithms = {}, .rates = {}};
    auto facts = problem_facts(point.problem, *out.objective, *pool_);
    if (!facts) return std::unexpected(std::move(facts.error()));
    out.facts = std::move(*facts);
    if (auto algorithms = plan_algorithms(point, out); !algorithms) return algorithms;
    out.rates.resize(out.algorithms.size());
    planned.push_back(std::move(out));
  }
  planned_ = std::move(planned);
  auto checked = refuse_unplanned();
  if (checked) checked = check_iterates();
  if (!checked) planned_.clear();
  return checked;
}

std::shared_ptr<Objective> EngineSession::objective_of(const SweepPoint& point,
                                                       const DataSlot& slot) const {
  // What the workspace keeps must not keep data alive that have no name.
  return slot.is_kept ? workspace_->objective(point.problem, slot.data)
                      : make_objective(point.problem, slot.data);
}

Result<std::shared_ptr<Objective>> EngineSession::first_objective() const {
  const SweepPoint& point = points_.front();
  const DataSlot& slot = slot_of(point);
  if (!slot.data) return std::unexpected(not_loaded());
  if (auto fits = check_problem(point.problem, *slot.data); !fits) {
    return std::unexpected(std::move(fits.error()));
  }
  if (slot.data->ranged) {
    return fail(ErrorCode::unsupported_option, "data.preprocess",
                "private-ranges are chosen by runs, so that there is no one objective to look at: "
                "use scale-columns with the ranges that a run has chosen");
  }
  return objective_of(point, slot);
}

Result<std::unique_ptr<Survey>> EngineSession::survey(std::string_view request, int threads) {
  auto objective = first_objective();
  if (!objective) return std::unexpected(std::move(objective.error()));
  return begin_survey(*std::move(objective), request, workspace_->threads(threads));
}

Result<void> EngineSession::plan_algorithms(const SweepPoint& point, PlannedPoint& planned) const {
  for (std::size_t i = 0; i < point.algorithms.size(); ++i) {
    auto algorithm =
        plan_algorithm(point, i, *planned.objective, planned.facts, experiment_.run.release);
    // Everyone sees which algorithms run, so what was computed from the data must not decide it.
    if (!algorithm && planned.facts.risk.reads_data() &&
        check_algorithm(point, i, *planned.objective, planned.facts)) {
      return std::unexpected(std::move(algorithm.error()));
    }
    planned.algorithms.push_back(std::move(algorithm));
  }
  return {};
}

Result<void> EngineSession::refuse_unplanned() {
  std::optional<Error> first;
  for (std::size_t p = 0; p < planned_.size(); ++p) {
    for (std::size_t i = 0; i < planned_[p].algorithms.size(); ++i) {
      const Result<PlannedAlgorithm>& planned = planned_[p].algorithms[i];
      if (planned) continue;
      if (!first) first = planned.error();
      list_.refuse(static_cast<Index>(i), static_cast<Index>(p));
    }
  }
  if (list_.size() > 0) return {};
  return std::unexpected(std::move(*first));
}

const PlannedAlgorithm& EngineSession::plan_at(const RunPlace& place) const {
  const PlannedPoint& point = planned_[static_cast<std::size_t>(place.point)];
  return *point.algorithms[static_cast<std::size_t>(place.algorithm)];
}

Result<Index> EngineSession::run_count() {
  if (auto prepared = prepare(); !prepared) return std::unexpected(std::move(prepared.error()));
  return list_.size();
}

Result<std::vector<double>> EngineSession::run_loads() {
  if (auto prepared = prepare(); !prepared) return std::unexpected(std::move(prepared.error()));
  std::vector<double> loads;
  for (Index number = 0; number < list_.size(); ++number) {
    const PlannedPoint& point = planned_[static_cast<std::size_t>(list_[number].point)];
    loads.push_back(run_load(plan_at(list_[number]), point.facts, experiment_.run));
  }
  return loads;
}

Result<std::string> EngineSession::data_hash() {
  if (auto prepared = prepare(); !prepared) return std::unexpected(std::move(prepared.error()));
  return planned_.front().objective->data->hash;
}

CostEstimate EngineSession::cost() const {
  CostEstimate total;
  const double repeats = static_cast<double>(experiment_.run.repeats);
  std::vector<const Objective*> counted;
  for (const PlannedPoint& point : planned_) {
    for (std::size_t i = 0; i < point.algorithms.size(); ++i) {
      const Result<PlannedAlgorithm>& algorithm = point.algorithms[i];
      if (!algorithm) continue;
      const CostEstimate one = run_cost(*algorithm, point.facts, experiment_.run, point.rates[i]);
      total.gradient_evaluations += repeats * one.gradient_evaluations;
      total.memory_bytes += repeats * one.memory_bytes;
      total.result_bytes += repeats * one.result_bytes;
      total.seconds += repeats * one.seconds;
    }
    const Objective* objective = point.objective.get();
    if (!experiment_.run.needs_reference() || objective->reference ||
        std::ranges::find(counted, objective) != counted.end()) {
      continue;
    }
    counted.push_back(objective);
    const CostEstimate reference = reference_cost(*point.objective, point.facts);
    total.gradient_evaluations += reference.gradient_evaluations;
    total.seconds += reference.seconds;
  }
  total.runs = list_.size();
  for (const DataSlot& slot : slots_) total.memory_bytes += slot.data->public_bytes();
  return total;
}

Result<void> EngineSession::check_memory(const CostEstimate& cost) const {
  const double most = workspace_->limits().memory_bytes;
  if (cost.memory_bytes <= most) return {};
  return fail(ErrorCode::limit_exceeded, "run.trace.points",
              "data and traces would take " +
                  std::to_string(static_cast<Index>(cost.memory_bytes / 1e6)) +
                  " MB, more than the limit of " + std::to_string(static_cast<Index>(most / 1e6)) +
                  " MB: ask for fewer trace points, repeats or sweep points");
}

Result<void> EngineSession::check_iterates() const {
  double coordinates = 0;
  for (const PlannedPoint& point : planned_) {
    for (const Result<PlannedAlgorithm>& planned : point.algorithms) {
      if (planned) coordinates += trace_size(*planned, experiment_.run).coordinates();
    }
  }
  coordinates *= static_cast<double>(experiment_.run.repeats);
  if (coordinates <= FormatLimits::kTracedCoordinates) return {};
  const bool has_points = experiment_.run.keeps_iterates || experiment_.run.keeps_hidden;
  return fail(ErrorCode::limit_exceeded,
              has_points ? "run.trace.iterates" : "run.trace.groupLosses",
              std::string("the traced ") + (has_points ? "iterates" : "losses of groups") +
                  " have " + std::to_string(static_cast<Index>(coordinates)) +
                  " coordinates together, more than the limit of " +
                  std::to_string(static_cast<Index>(FormatLimits::kTracedCoordinates)) +
                  ": ask for fewer trace points, repeats or sweep points");
}

Result<std::string> EngineSession::plan() {
  if (auto prepared = prepare(); !prepared) return std::unexpected(std::move(prepared.error()));
  std::vector<Json> plans;
  PrivacyTotal total;
  for (std::size_t i = 0; i < experiment_.algorithms.size(); ++i) {
    for (std::size_t p = 0; p < points_.size(); ++p) {
      const Result<PlannedAlgorithm>& planned = planned_[p].algorithms[i];
      if (!planned) continue;
      // Advice is about an algorithm's own budget, which is a part where ranges have the rest.
      const bool advises = plans.size() < kAdvisedPlans && !private_ranges(*points_[p].data);
      plans.push_back(plan_json(*planned, points_[p], advises));
      note_rank(points_[p], *planned_[p].objective, plans.back());
      Json blocks = plan_blocks(*planned, *planned_[p].objective, planned_[p].facts.risk);
      if (!blocks.is_null()) plans.back().set("blockCosts", std::move(blocks));
      total.add(published_cost(*planned, points_[p], planned_[p].facts.risk),
                static_cast<double>(experiment_.run.repeats));
    }
  }
  Json out = Json::object({{"version", 1},
                           {"data", data_json()},
                           {"constants", constants_json(planned_.front().facts)},
                           {"cost", cost_json(cost())},
                           {"randomness", word_for(experiment_.run.randomness)},
                           {"release", word_for(experiment_.run.release)},
                           {"plans", Json::array(std::move(plans))},
                           {"refused", Json::array(refused_entries())},
                           {"total", total.json()}});
  const Objective& objective = *planned_.front().objective;
  if (objective.saddle_loss) {
    out.set("saddle", saddle_sets_json(*objective.saddle_loss, objective.data->features()));
  }
  return write_json(out);
}

std::vector<Json> EngineSession::refused_entries() const {
  std::vector<Json> refused;
  for (std::size_t i = 0; i < experiment_.algorithms.size(); ++i) {
    for (std::size_t p = 0; p < points_.size(); ++p) {
      const Result<PlannedAlgorithm>& planned = planned_[p].algorithms[i];
      if (!planned) refused.push_back(refused_json(points_[p], i, planned.error()));
    }
  }
  return refused;
}

Json EngineSession::refused_points() const {
  std::vector<double> points;
  for (std::size_t i = 0; i < experiment_.algorithms.size(); ++i) {
    for (std::size_t p = 0; p < points_.size(); ++p) {
      if (!planned_[p].algorithms[i]) points.push_back(static_cast<double>(p));
    }
  }
  return Json::numbers(std::move(points));
}

Json EngineSession::data_json() const {
  const LoadedData& data = *planned_.front().objective->data;
  const FeatureBounds& bounds = data.facts.bounds;
  Json out = Json::object(
      {{"samples", data.samples()},
       {"features", data.features()},
       {"bounds", Json::object({{"l1", bounds.l1},
                                {"l2", bounds.l2},
                                {"linf", bounds.linf},
                                {"target", std::max(-bounds.target_lower, bounds.target_upper)}})},
       {"certified", data.facts.certified},
       {"reasons", Json::texts(data.facts.reasons)},
       {"target", data.target}});
  if (data.has_header) out.set("header", *data.has_header);
  return out;
}

}  // namespace noisy
