#include "engine/experiment/session/weak_gap_survey.h"

#include <string>
#include <utility>

#include "engine/experiment/file/experiment.h"
#include "engine/experiment/file/fields.h"
#include "engine/experiment/session/survey_records.h"
#include "engine/experiment/session/survey_request.h"
#include "engine/solver/gap/gap_searcher.h"
#include "engine/solver/gap/weak_gap.h"

namespace noisy {
namespace {

struct WeakGapRequest {
  std::vector<Vector> points;
  Index resamples = WeakGapOptions{}.resamples;
  double level = WeakGapOptions{}.level;
  std::uint64_t seed = 1;
};

Result<void> store_points(const Json& value, const FieldPlace& at, WeakGapRequest& request) {
  auto points = read_points(value, at.path);
  if (!points) return std::unexpected(std::move(points.error()));
  request.points = *std::move(points);
  return {};
}

const std::vector<Field<WeakGapRequest>>& request_fields() {
  static const std::vector<Field<WeakGapRequest>> kFields = {
      {{.name = "points", .title = "the released points"}, &store_points},
      {{.name = "resamples",
        .type = ParameterType::integer,
        .minimum = 10,
        .maximum = 100'000,
        .default_value = static_cast<double>(WeakGapRequest{}.resamples)},
       &store<&WeakGapRequest::resamples>},
      {{.name = "level", .minimum = 0.5, .maximum = 0.999, .default_value = WeakGapRequest{}.level},
       &store<&WeakGapRequest::level>},
      {{.name = "seed",
        .type = ParameterType::integer,
        .minimum = 0,
        .maximum = FormatLimits::kSeed,
        .default_value = static_cast<double>(WeakGapRequest{}.seed)},
       &store<&WeakGapRequest::seed>}};
  return kFields;
}

Result<void> check(const Objective& objective, const WeakGapRequest& request) {
  if (!objective.saddle_loss) {
    return fail(ErrorCode::unsupported_option, "problem", "a weak gap is of a saddle problem");
  }
  if (!objective.population) {
    return fail(ErrorCode::unsupported_option, "data",
                "a weak gap needs the law of the records, as it is known of the generator "
                "\"atoms\" without preprocessing");
  }
  if (request.points.size() < 2) {
    return fail(ErrorCode::invalid_value, "weakGap.points", "use the points of at least two runs");
  }
  const Index wanted = objective.exact->dimension();
  for (std::size_t r = 0; r < request.points.size(); ++r) {
    if (request.points[r].size() == wanted && request.points[r].allFinite()) continue;
    return fail(ErrorCode::invalid_value, join_path("weakGap.points", r),
                "must be " + std::to_string(wanted) + " finite numbers, (x, y) of the problem");
  }
  return {};
}

std::vector<SaddlePoint> projected(const SaddleMean& mean, const std::vector<Vector>& points) {
  std::vector<SaddlePoint> out;
  for (const Vector& z : points) out.push_back(projected_parts(mean, z));
  return out;
}

class WeakGapSurvey final : public Survey {
 public:
  WeakGapSurvey(std::shared_ptr<Objective> objective, const WeakGapRequest& request,
                std::shared_ptr<math::ThreadPool> threads)
      : objective_(std::move(objective)),
        request_(request),
        threads_(std::move(threads)),
        points_(projected(mean(), request.points)),
        options_(usual_gap_options(*objective_->exact->saddle(), mean().records())),
        weak_(mean(), points_, weak_options(),
              StreamFactory::reproducible({.seed = request.seed, .algorithm = "weak-gap"})
                  .stream(StreamPurpose::sampling, 0)) {}

  Result<Progress> advance(double seconds) override {
    const math::Deadline deadline = math::Deadline::after_seconds(seconds);
    while (gaps_.size() < points_.size()) {
      if (!strong_) strong_.emplace(mean(), std::span(&points_[gaps_.size()], 1), options_);
      if (!strong_->advance(*threads_, deadline)) return progress(false);
      gaps_.push_back(strong_->gap());
      strong_.reset();
    }
    return progress(weak_.advance(*threads_, deadline));
  }

  Result<std::string> result() const override;

 private:
  const SaddleMean& mean() const { return *objective_->population; }
  WeakGapOptions weak_options() const {
    SideOptions search = options_;
    search.most_evaluations *= std::ssize(points_);
    return {.search = search, .resamples = request_.resamples, .level = request_.level};
  }
  /// In runs whose own gap is known, and what takes about as long as all of them: the three
  /// searches for their means.
  Progress progress(bool done) const {
    const auto runs = static_cast<double>(points_.size());
    const auto known = static_cast<double>(gaps_.size());
    return {.done = done,
            .gradient_evaluations = done ? 2 * runs : known,
            .total_evaluations = 2 * runs};
  }

  std::shared_ptr<Objective> objective_;
  WeakGapRequest request_;
  std::shared_ptr<math::ThreadPool> threads_;
  std::vector<SaddlePoint> points_;
  SideOptions options_;
  std::optional<GapSearch> strong_;  ///< of the next run
  std::vector<Bracket> gaps_;        ///< of the runs so far
  WeakGap weak_;
};

Result<std::string> WeakGapSurvey::result() const {
  Bracket strong{0, 0};
  const auto runs = static_cast<double>(gaps_.size());
  for (const Bracket& gap : gaps_) {
    strong.lower += gap.lower / runs;
    strong.upper += gap.upper / runs;
  }
  record::Landscape out;
  out.weak_gap = {.found = weak_.result(),
                  .runs = std::ssize(points_),
                  .level = request_.level,
                  .strong = strong};
  return write_json(record::json_of<record::kLandscape>(out));
}

}  // namespace

Result<std::unique_ptr<Survey>> begin_weak_gap(std::shared_ptr<Objective> objective,
                                               const Json& request,
                                               std::shared_ptr<math::ThreadPool> threads) {
  if (request.size() != 1) {
    return fail(ErrorCode::conflicting_fields, "weakGap", "is asked for alone");
  }
  WeakGapRequest asked;
  const Json& gap = request.member("weakGap");
  if (auto read = read_fields(gap, "weakGap", request_fields(), asked); !read) {
    return std::unexpected(std::move(read.error()));
  }
  if (auto checked = check(*objective, asked); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  return std::make_unique<WeakGapSurvey>(std::move(objective), asked, std::move(threads));
}

}  // namespace noisy
