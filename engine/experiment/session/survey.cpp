#include "engine/experiment/session/survey.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "engine/experiment/plan/reference_search.h"
#include "engine/experiment/session/kl_fit.h"
#include "engine/experiment/session/marginal_survey.h"
#include "engine/experiment/session/solving.h"
#include "engine/experiment/session/survey_records.h"
#include "engine/experiment/session/survey_request.h"
#include "engine/experiment/session/weak_gap_survey.h"
#include "engine/math/deadline.h"
#include "engine/math/elementary.h"
#include "engine/random/distributions.h"

namespace noisy {
namespace {

/// A histogram of 2^20 cells takes some 20 bytes for each.
constexpr std::size_t kMostRequestBytes = std::size_t{64} << 20;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
/// Right-hand sides of one pass, and coordinates of them, so that points stay small beside data.
constexpr Index kMostQueries = 256;
constexpr Index kMostCoordinates = 2'000'000;
/// Of what is subtracted: smaller gaps may be made by rounding.
constexpr double kResolution = 1e-12;

Vector random_direction(Stream& stream, Index dimension) {
  Vector out(dimension);
  do {
    fill_normal(stream, 1, std::span(out.data(), static_cast<std::size_t>(dimension)));
  } while (!(out.norm() > 0));
  return out / out.norm();
}

/// The points that a probe measures beside those that are given.
struct ProbePlace {
  Vector centre;
  double inner = 0;
  double radius = 0;
};

class ObjectiveSurvey final : public Survey {
 public:
  ObjectiveSurvey(std::shared_ptr<Objective> objective, SurveyRequest request,
                  std::shared_ptr<math::ThreadPool> threads)
      : objective_(std::move(objective)),
        request_(std::move(request)),
        threads_(std::move(threads)),
        streams_(StreamFactory::reproducible(
            {.seed = request_.probe ? request_.probe->seed : 0, .algorithm = "kl-probe"})) {
    values_.assign(static_cast<std::size_t>(request_.size()), kNone);
    if (request_.probe) {
      norms_.assign(values_.size(), kNone);
      gaps_.assign(values_.size(), kNone);
    }
  }

  Result<Progress> advance(double seconds) override;
  Result<std::string> result() const override;

 private:
  Index dimension() const { return objective_->exact->dimension(); }
  Index grid_size() const { return request_.grid ? request_.grid->size() : 0; }
  /// Whether the gradient is asked for at this point, too.
  bool is_probed(Index place) const { return request_.probe && place >= grid_size(); }
  const ReferenceOptimum* reference() const {
    const auto& found = objective_->reference;
    return found && *found ? &**found : nullptr;
  }
  std::optional<double> optimum() const {
    if (request_.optimum) return request_.optimum;
    return reference() ? std::optional(reference()->value) : std::nullopt;
  }

  bool search(const math::Deadline& deadline);
  void settle_probe();
  Vector point_at(Index place) const;
  void begin_chunk();
  void end_chunk();
  /// F(x) - F*; in closed form where there is one, since a difference has no digits left near the
  /// optimum.
  double gap_at(const Vector& point, double value) const;
  /// The largest gap that rounding, or an optimum that is not proven, may have made.
  double doubtful_gap(double value) const;
  Progress progress(bool done) const;
  std::optional<record::SeenOptimum> seen_optimum() const;
  record::Probed probed() const;
  /// What the points say, but for those outside the domain and gaps that rounding may have made.
  std::vector<GapPoint> gap_points() const;

  std::shared_ptr<Objective> objective_;
  SurveyRequest request_;
  std::shared_ptr<math::ThreadPool> threads_;
  StreamFactory streams_;
  std::unique_ptr<ReferenceSearch> search_;
  std::optional<ProbePlace> probe_;
  std::vector<double> values_;  ///< F by place; NaN outside the domain
  std::vector<double> norms_;   ///< ||grad F|| where it is asked for
  std::vector<double> gaps_;    ///< F - F* there
  Index next_ = 0;              ///< the first place that is in no pass yet
  std::unique_ptr<Pass> pass_;
  // Of the pass, by query.
  std::vector<Index> places_;
  std::vector<Vector> points_;
  std::vector<Vector> gradients_;
  std::vector<double> answers_;
};

/// Whether the reference optimum is known, or nobody asks for it.
bool ObjectiveSurvey::search(const math::Deadline& deadline) {
  if (request_.optimum || (!search_ && objective_->reference)) return true;
  if (!search_) search_ = std::make_unique<ReferenceSearch>(*objective_);
  return search_->advance(*threads_, deadline);
}

void ObjectiveSurvey::settle_probe() {
  if (!request_.probe || probe_) return;
  const ProbeRequest& asked = *request_.probe;
  const Domain& domain = objective_->domain;
  const double radius = asked.radius ? *asked.radius : domain.l2_radius(dimension());
  Vector centre = domain.centre(dimension());
  if (reference()) centre = reference()->solution;
  if (asked.centre) centre = *asked.centre;
  probe_ = {.centre = std::move(centre),
            .inner = std::min(radius, asked.inner.value_or(radius / 1000)),
            .radius = radius};
}

Vector ObjectiveSurvey::point_at(Index place) const {
  if (place < grid_size()) return request_.grid->at(place);
  place -= grid_size();
  if (place < std::ssize(request_.points)) return request_.points[static_cast<std::size_t>(place)];
  place -= std::ssize(request_.points);
  Stream stream = streams_.stream(StreamPurpose::start, static_cast<std::uint64_t>(place));
  const double distance =
      probe_->inner * math::pow(probe_->radius / probe_->inner, uniform(stream));
  return probe_->centre + distance * random_direction(stream, dimension());
}

void ObjectiveSurvey::begin_chunk() {
  const Index most = std::clamp<Index>(kMostCoordinates / dimension(), 1, kMostQueries);
  places_.clear();
  points_.clear();
  for (Index looked = 0; next_ < request_.size() && looked < most; ++next_, ++looked) {
    Vector point = point_at(next_);
    if (!point.allFinite() || !objective_->domain.contains(point)) continue;
    if (!objective_->exact->is_allowed(point)) continue;
    places_.push_back(next_);
    points_.push_back(std::move(point));
  }
  answers_.assign(points_.size(), kNone);
  gradients_.assign(points_.size(), Vector());
  std::vector<PointQuery> queries;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    queries.push_back({.point = &points_[i], .value = &answers_[i]});
    if (!is_probed(places_[i])) continue;
    gradients_[i].resize(dimension());
    queries.back().gradient = &gradients_[i];
  }
  if (!queries.empty()) pass_ = objective_->exact->begin_pass(queries);
}

void ObjectiveSurvey::end_chunk() {
  pass_.reset();
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const auto place = static_cast<std::size_t>(places_[i]);
    values_[place] = answers_[i] + objective_->regularizer.value(points_[i]);
    if (gradients_[i].size() == 0) continue;
    objective_->regularizer.add_gradient(points_[i], gradients_[i]);
    norms_[place] = gradients_[i].norm();
    gaps_[place] = gap_at(points_[i], values_[place]);
  }
}

double ObjectiveSurvey::gap_at(const Vector& point, double value) const {
  if (!request_.optimum) {
    if (const auto closed = closed_gap(*objective_, point)) return *closed;
  }
  return value - *optimum();
}

double ObjectiveSurvey::doubtful_gap(double value) const {
  if (!request_.optimum && objective_->record_loss) return 0;
  const double unproven = request_.optimum ? 0 : reference()->certificate;
  return kResolution * (std::abs(value) + std::abs(*optimum())) + unproven;
}

Progress ObjectiveSurvey::progress(bool done) const {
  const auto samples = static_cast<double>(objective_->exact->samples());
  return {.done = done,
          .gradient_evaluations = samples * static_cast<double>(next_),
          .total_evaluations = samples * static_cast<double>(request_.size())};
}

Result<Progress> ObjectiveSurvey::advance(double seconds) {
  const math::Deadline deadline = math::Deadline::after_seconds(seconds);
  if (!search(deadline)) return progress(false);
  if (request_.probe && !optimum()) {
    return fail(ErrorCode::no_reference, "optimum",
                "nobody knows the optimum of this objective, from which a probe measures gaps: "
                "state its value");
  }
  settle_probe();
  while (true) {
    if (pass_) {
      if (!pass_->advance(*threads_, deadline)) return progress(false);
      end_chunk();
    } else if (next_ == request_.size()) {
      return progress(true);
    } else {
      begin_chunk();
    }
    if (deadline.passed()) return progress(!pass_ && next_ == request_.size());
  }
}

std::vector<double> part(const std::vector<double>& all, Index first, Index last) {
  return {all.begin() + first, all.begin() + last};
}

std::vector<GapPoint> ObjectiveSurvey::gap_points() const {
  std::vector<GapPoint> out;
  for (Index place = grid_size(); place < request_.size(); ++place) {
    const auto i = static_cast<std::size_t>(place);
    if (!std::isfinite(gaps_[i]) || !std::isfinite(norms_[i])) continue;
    if (!(gaps_[i] > doubtful_gap(values_[i]))) continue;
    out.push_back({.gap = gaps_[i], .gradient_norm = norms_[i], .place = place});
  }
  return out;
}

std::optional<record::SeenOptimum> ObjectiveSurvey::seen_optimum() const {
  if (!optimum()) return std::nullopt;
  record::SeenOptimum out{.value = *optimum(), .point = std::nullopt};
  if (request_.optimum) return out;
  const Vector& solution = reference()->solution;
  out.point.emplace(solution.begin(), solution.end());
  return out;
}

record::Probed ObjectiveSurvey::probed() const {
  const std::vector<GapPoint> points = gap_points();
  std::vector<GapPoint> sloped;
  std::ranges::copy_if(points, std::back_inserter(sloped),
                       [](const GapPoint& point) { return point.gradient_norm > 0; });
  const std::optional<double>& asked = request_.probe->exponent;
  record::Probed out{.gaps = part(gaps_, grid_size(), request_.size()),
                     .norms = part(norms_, grid_size(), request_.size()),
                     .given = std::ssize(request_.points),
                     .used = std::ssize(points),
                     .line = sloped.empty() ? std::nullopt : fit_gaps(sloped),
                     .exponent = asked,
                     .is_fitted = !asked,
                     .constant = std::nullopt,
                     .worst = std::nullopt};
  // The condition is for kappa >= 1.
  if (!asked && out.line) out.exponent = std::max(1.0, out.line->exponent);
  const KlConstant worst = out.exponent ? least_constant(points, *out.exponent) : KlConstant{};
  if (worst.place < 0) return out;
  const Vector point = point_at(worst.place);
  const auto place = static_cast<std::size_t>(worst.place);
  out.constant = worst.constant;
  out.worst = {.gap = gaps_[place], .norm = norms_[place], .point = {point.begin(), point.end()}};
  return out;
}

Result<std::string> ObjectiveSurvey::result() const {
  if (pass_ || next_ < request_.size()) {
    return fail(ErrorCode::internal, "", "the survey has not come to its end");
  }
  record::Landscape out{.optimum = seen_optimum()};
  if (request_.grid) out.values = part(values_, 0, grid_size());
  if (!request_.points.empty()) {
    const Index first = grid_size();
    out.point_values = part(values_, first, first + std::ssize(request_.points));
  }
  if (request_.probe) out.probe = probed();
  return write_json(record::json_of<record::kLandscape>(out));
}

/// The part of the request that asks for the most points.
const char* largest_part(const SurveyRequest& request) {
  const Index grid = request.grid ? request.grid->size() : 0;
  const Index probe = request.probe ? request.probe->samples : 0;
  const Index points = std::ssize(request.points);
  if (grid >= std::max(points, probe)) return "size";
  return points >= probe ? "points" : "probe.samples";
}

Result<void> check_probe(const Objective& objective, const ProbeRequest& probe) {
  if (!objective.regularizer.is_smooth()) {
    return fail(ErrorCode::unsupported_option, "problem.regularizer",
                "a probe needs a gradient at every point, which this term has not");
  }
  if (!probe.radius && !objective.domain.is_bounded()) {
    return fail(ErrorCode::missing_field, "probe.radius",
                "is required: the domain is not bounded, so that it gives none");
  }
  return {};
}

Result<void> check_request(const Objective& objective, const SurveyRequest& request) {
  const FiniteSum& sum = *objective.exact;
  const double rows = static_cast<double>(sum.samples()) * objective.data->row_share();
  const double work =
      rows * static_cast<double>(request.size()) * static_cast<double>(sum.dimension());
  if (work > SurveyLimits::kWork) {
    return fail(ErrorCode::limit_exceeded, largest_part(request),
                "records x points x coordinates are more than the limit of 1e13: ask for fewer "
                "points");
  }
  return request.probe ? check_probe(objective, *request.probe) : Result<void>();
}

}  // namespace

Result<std::unique_ptr<Survey>> begin_survey(std::shared_ptr<Objective> objective,
                                             std::string_view request,
                                             std::shared_ptr<math::ThreadPool> threads) {
  const Result<Json> tree = parse_json(request, {.bytes = kMostRequestBytes});
  if (!tree) return std::unexpected(tree.error());
  if (tree->is_object() && tree->find("marginals")) {
    return begin_marginals(std::move(objective), *tree);
  }
  if (const Json* solve = tree->is_object() ? tree->find("solve") : nullptr) {
    return begin_solving(std::move(objective), *solve, std::move(threads));
  }
  if (tree->is_object() && tree->find("weakGap")) {
    return begin_weak_gap(std::move(objective), *tree, std::move(threads));
  }
  auto asked = read_survey(request, objective->exact->dimension());
  if (!asked) return std::unexpected(std::move(asked.error()));
  if (auto checked = check_request(*objective, *asked); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  return std::make_unique<ObjectiveSurvey>(std::move(objective), *std::move(asked),
                                           std::move(threads));
}

}  // namespace noisy
