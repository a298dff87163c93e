#include "engine/audit/neighbour_view.h"

#include <algorithm>
#include <cmath>

#include "engine/audit/game_plan.h"
#include "engine/audit/neighbour_records.h"
#include "engine/experiment/file/version.h"
#include "engine/json/json.h"
#include "engine/math/figure_text.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

/// Part of tau that solutions are found to, where rounding allows it: what they miss is no news.
constexpr double kPrecision = 0.01;
/// Replacements of one record that are solved for.
constexpr std::size_t kTried = 2;

Record record_at(const DenseData& data, Index row) {
  Record out{.features = std::vector<double>(static_cast<std::size_t>(data.features())),
             .target = data.targets()[static_cast<std::size_t>(row)]};
  data.copy_row(row, out.features);
  return out;
}

std::vector<double> opposite_of(std::vector<double> features) {
  for (double& value : features) value = -value;
  return features;
}

Vector gradient_of(const FiniteSum& sum, Index record, const Vector& point) {
  BatchScratch scratch;
  Vector out(sum.dimension());
  sum.answer_batch({&record, 1}, {.point = &point, .gradient = &out, .value = nullptr}, scratch);
  return out;
}

Result<void> check(const PlannedAlgorithm& planned, const LoadedData& data, std::size_t position) {
  if (!dynamic_cast<const SolutionPlan*>(planned.plan.get())) {
    return fail(ErrorCode::unsupported_option, "algorithms." + std::to_string(position),
                "neighbours are compared where certified solutions are released: of output "
                "perturbation and of phases");
  }
  if (!std::holds_alternative<DenseData>(data.records)) {
    return fail(ErrorCode::unsupported_option, "data", "neighbours are compared of dense records");
  }
  if (data.samples() <= NeighbourView::kMostRecords) return {};
  return fail(ErrorCode::limit_exceeded, "data",
              "a problem is solved for every record that is replaced: use at most " +
                  std::to_string(NeighbourView::kMostRecords) + " records");
}

}  // namespace

Result<std::unique_ptr<NeighbourView>> NeighbourView::create(const SweepPoint& point,
                                                             std::size_t position,
                                                             std::shared_ptr<const LoadedData> data,
                                                             ReleaseKind release) {
  SweepPoint known = point;
  use_public_constants(known.problem.constants);
  auto planned = plan_for(known, position, *data, data->samples(), release);
  if (!planned) return std::unexpected(std::move(planned.error()));
  if (auto checked = check(*planned, *data, position); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  auto view = std::unique_ptr<NeighbourView>(
      new NeighbourView(known, *std::move(planned), std::move(data)));
  auto shape = view->objective_of({record_at(std::get<DenseData>(view->data_->records), 0)});
  if (!shape) return std::unexpected(std::move(shape.error()));
  view->shape_ = *std::move(shape);
  view->canary_ = find_canary({.problem = known.problem,
                               .shape = view->data_,
                               .mechanism = Mechanism::gaussian,
                               .start = view->planned_.start,
                               .has_region = true,
                               .stays_in_domain = true});
  return view;
}

NeighbourView::NeighbourView(const SweepPoint& point, PlannedAlgorithm planned,
                             std::shared_ptr<const LoadedData> data)
    : point_(point), planned_(std::move(planned)), data_(std::move(data)) {
  for (const SolutionStep& step : plan().steps()) total_ += block_of(step).count;
}

RecordBlock NeighbourView::block_of(const SolutionStep& step) const {
  const RecordBlock& block = step.release.block;
  return block.is_whole() ? RecordBlock{.first = 0, .count = data_->samples()} : block;
}

double NeighbourView::bound_of(const SolutionStep& step, double distance) const {
  SolutionBounds bounds{.records = static_cast<double>(block_of(step).count),
                        .primal_weight = step.primal_weight,
                        .dual_weight = step.dual_weight,
                        .distance = distance};
  set_differences(shape_->sum->gradient_bounds().l2, shape_->sum->saddle(), bounds);
  return solution_sensitivity(step.part, bounds);
}

Result<std::shared_ptr<Objective>> NeighbourView::objective_of(
    const std::vector<Record>& records) const {
  auto data = records_like(*data_, records);
  if (!data) return std::unexpected(std::move(data.error()));
  return make_objective(point_.problem, *std::move(data));
}

Result<ExactSolution> NeighbourView::solved(const std::vector<Record>& records) const {
  const auto objective = objective_of(records);
  if (!objective) return std::unexpected(objective.error());
  return exact_solution(plan(), step(), *(*objective)->sum, planned_.start, precision_);
}

Result<void> NeighbourView::begin_release() {
  releases_.emplace_back();
  const RecordBlock block = block_of(step());
  records_.clear();
  for (Index i = 0; i < block.count; ++i) {
    records_.push_back(record_at(std::get<DenseData>(data_->records), block.first + i));
  }
  precision_ = kPrecision;
  auto own = solved(records_);
  if (!own) {
    precision_ = 1;
    own = solved(records_);
  }
  if (!own) return std::unexpected(std::move(own.error()));
  own_ = *std::move(own);
  return {};
}

std::vector<Record> NeighbourView::family(const Record& own) const {
  const FeatureBounds& bounds = data_->facts.bounds;
  std::vector<double> targets = {own.target};
  for (const double end : {bounds.target_lower, bounds.target_upper}) {
    if (std::isfinite(end)) targets.push_back(end);
  }
  std::vector<std::vector<double>> rows = {own.features, opposite_of(own.features)};
  for (const Record* known : {&canary_.usual, &canary_.odd}) {
    if (!known->features.empty()) rows.push_back(known->features);
  }
  rows.emplace_back(own.features.size());
  std::vector<Record> out;
  for (const auto& row : rows) {
    for (const double target : targets) out.push_back({.features = row, .target = target});
  }
  return out;
}

Result<std::vector<Record>> NeighbourView::worst_of(const Record& own) const {
  std::vector<Record> all = family(own);
  all.push_back(own);
  const auto objective = objective_of(all);
  if (!objective) return std::unexpected(objective.error());
  const FiniteSum& sum = *(*objective)->sum;
  all.pop_back();
  const Vector here = gradient_of(sum, std::ssize(all), own_.point);
  std::vector<std::pair<double, std::size_t>> ranked;
  for (std::size_t c = 0; c < all.size(); ++c) {
    const Vector there = gradient_of(sum, static_cast<Index>(c), own_.point);
    ranked.emplace_back(-math::l2_norm(there - here), c);
  }
  std::ranges::sort(ranked);
  std::vector<Record> out;
  for (const auto& [distance, c] : ranked) {
    if (out.size() < kTried && distance < 0) out.push_back(all[c]);
  }
  return out;
}

Result<void> NeighbourView::replace(Index place) {
  Seen& seen = releases_.back();
  Record& changed = records_[static_cast<std::size_t>(place)];
  const Record own = changed;
  auto replacements = worst_of(own);
  if (!replacements) return std::unexpected(std::move(replacements.error()));
  double moved = 0;
  for (const Record& replacement : *replacements) {
    changed = replacement;
    const auto there = solved(records_);
    changed = own;
    if (!there) return std::unexpected(there.error());
    moved = std::max(moved, math::l2_norm(there->answer - own_.answer));
    if (moved <= seen.largest) continue;
    seen.largest = moved;
    seen.worst = block_of(step()).first + place;
    seen.replacement = replacement;
  }
  seen.moved.push_back(moved);
  ++seen_;
  return {};
}

Result<bool> NeighbourView::advance(const math::Deadline& deadline) {
  while (seen_ < total_) {
    const bool is_over =
        releases_.empty() || std::ssize(releases_.back().moved) == block_of(step()).count;
    if (is_over) {
      if (auto begun = begin_release(); !begun) return std::unexpected(std::move(begun.error()));
    }
    if (auto replaced = replace(std::ssize(releases_.back().moved)); !replaced) {
      return std::unexpected(std::move(replaced.error()));
    }
    if (deadline.passed()) break;
  }
  return seen_ == total_;
}

std::string NeighbourView::result() const {
  record::MovedReleases out{.engine = std::string(engine_version()),
                            .algorithm = std::string(planned_.entry->id),
                            .label = planned_.label,
                            .sentence = {},
                            .releases = {},
                            .notes = {"Computed from the exact data without noise: not private, "
                                      "and not to be published.",
                                      "Of the replacements of a fixed family the two are tried "
                                      "that change the gradient the most."}};
  double share = 0;
  for (std::size_t k = 0; k < releases_.size(); ++k) {
    const SolutionStep& of = plan().steps()[k];
    const Seen& seen = releases_[k];
    const double bound = bound_of(of, 0);
    share = std::max(share, seen.largest / bound);
    out.releases.push_back({.kind = std::string(of.release.form->id()),
                            .block = block_of(of),
                            .bound = bound,
                            .charged = bound_of(of, of.distance),
                            .largest = seen.largest,
                            .worst = {seen.worst, seen.replacement},
                            .moved = seen.moved});
  }
  if (releases_.size() > 1) out.notes.push_back("Every block is solved around the public start.");
  out.sentence = "Replacing any one record moves an exact solution by at most " +
                 figure_text(share) + " of what its bound allows.";
  return write_json(record::json_of<record::kNeighbours>(out));
}

}  // namespace noisy
