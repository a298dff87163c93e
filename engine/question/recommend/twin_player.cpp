#include "engine/question/recommend/twin_player.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "engine/experiment/plan/objective.h"
#include "engine/experiment/plan/record_scores.h"
#include "engine/question/recommend/least_value.h"
#include "engine/random/distributions.h"

namespace noisy {
namespace {

/// The standard noise of one release, by its law.
class StandardNoise {
 public:
  StandardNoise(const StreamFactory& streams, Index iterations, Index dimension, bool is_laplace) {
    for (Index t = 0; t < iterations; ++t) {
      Stream stream = streams.stream(StreamPurpose::noise, static_cast<std::uint64_t>(t));
      Vector& draws = steps_.emplace_back(dimension);
      const std::span<double> out(draws.data(), static_cast<std::size_t>(dimension));
      is_laplace ? fill_laplace(stream, 1, out) : fill_normal(stream, 1, out);
    }
  }
  const Vector& at(Index t) const { return steps_[static_cast<std::size_t>(t)]; }

 private:
  std::vector<Vector> steps_;
};

/// One candidate on its way.
struct Path {
  const Candidate* candidate = nullptr;
  Vector point;
  Vector previous;
  Vector gradient;

  bool has_run_away() const { return !(point.squaredNorm() < 1e60); }

  void step(const Vector& noise, double strength) {
    const double alpha = candidate->step_size;
    const double beta = candidate->momentum;
    for (Index j = 0; j < point.size(); ++j) {
      const double direction = gradient[j] + strength * point[j] + candidate->noise * noise[j];
      const double next = point[j] + beta * (point[j] - previous[j]) - alpha * direction;
      previous[j] = point[j];
      point[j] = next;
    }
  }
};

const DenseData& rows_of(const LoadedData& data) {
  return std::get<DenseData>(data.records);
}

}  // namespace

Result<TwinPlayer> TwinPlayer::create(const TwinSource& source, const TwinTraits& traits,
                                      const ProblemSpec& problem, std::uint64_t number) {
  auto rows = draw_twin(source, traits, number);
  if (!rows) return std::unexpected(std::move(rows.error()));
  TwinPlayer player;
  player.problem_ = problem;
  player.prediction_ = source.prediction;
  player.classes_ = source.prediction == Prediction::classes ? source.classes : 0;
  player.number_ = number;
  const Index columns = rows->features();
  PipelineFacts facts{.features = columns};
  facts.bounds.l2 = source.row_bound;
  facts.bounds.target_lower = source.target_lower;
  facts.bounds.target_upper = source.target_upper;
  facts.bounds = with_implied_bounds(facts.bounds, columns);
  player.data_ = std::make_shared<const LoadedData>(LoadedData{.records = *std::move(rows),
                                                               .facts = std::move(facts),
                                                               .target = "",
                                                               .hash = "",
                                                               .counts = {},
                                                               .has_header = std::nullopt,
                                                               .public_width = columns});
  ProblemSpec plain = problem;
  plain.gradient_clip.reset();
  const auto objective = make_objective(plain, player.data_);
  const LeastValue least = least_value(*objective->exact, problem.regularizer.strength);
  player.best_value_ = least.least;
  player.start_gap_ = least.start - least.least;
  return player;
}

std::vector<TwinEnd> TwinPlayer::play(std::span<const Candidate> candidates,
                                      const StatedChoice& stated) const {
  std::vector<TwinEnd> ends(candidates.size());
  std::map<double, std::vector<std::size_t>> by_clip;
  for (std::size_t i = 0; i < candidates.size(); ++i) by_clip[candidates[i].clip].push_back(i);
  for (const auto& [clip, chosen] : by_clip) play_clip(candidates, chosen, stated, ends);
  return ends;
}

void TwinPlayer::play_clip(std::span<const Candidate> candidates,
                           std::span<const std::size_t> chosen, const StatedChoice& stated,
                           std::vector<TwinEnd>& ends) const {
  ProblemSpec problem = problem_;
  problem.gradient_clip = clip_of(candidates[chosen.front()], stated);
  const auto objective = make_objective(problem, data_);
  const FiniteSum& sum = *objective->sum;
  const Index dimension = sum.dimension();
  std::vector<Path> paths;
  Index longest = 0;
  for (const std::size_t i : chosen) {
    paths.push_back({.candidate = &candidates[i],
                     .point = Vector::Zero(dimension),
                     .previous = Vector::Zero(dimension),
                     .gradient = Vector::Zero(dimension)});
    longest = std::max(longest, candidates[i].iterations);
  }
  const StandardNoise noise(StreamFactory::synthetic_data(number_, "public-twin-noise"), longest,
                            dimension, candidates[chosen.front()].is_laplace);
  math::ThreadPool alone;
  const auto ask = [&](std::span<const PointQuery> queries) {
    const auto pass = sum.begin_pass(queries);
    while (!pass->advance(alone, math::Deadline::never())) {
    }
  };
  const double strength = problem_.regularizer.strength;
  std::vector<PointQuery> queries;
  for (Index t = 0; t < longest; ++t) {
    queries.clear();
    for (Path& path : paths) {
      if (t >= path.candidate->iterations || path.has_run_away()) continue;
      queries.push_back({.point = &path.point, .gradient = &path.gradient});
    }
    if (queries.empty()) break;
    ask(queries);
    for (Path& path : paths) {
      if (t < path.candidate->iterations && !path.has_run_away()) path.step(noise.at(t), strength);
    }
  }
  std::vector<double> values(paths.size(), std::numeric_limits<double>::infinity());
  queries.clear();
  for (std::size_t k = 0; k < paths.size(); ++k) {
    if (!paths[k].has_run_away())
      queries.push_back({.point = &paths[k].point, .value = &values[k]});
  }
  if (!queries.empty()) ask(queries);
  for (std::size_t k = 0; k < paths.size(); ++k) {
    const double term = strength / 2 * paths[k].point.squaredNorm();
    ends[chosen[k]] = {values[k] + term - best_value_, std::move(paths[k].point)};
  }
}

double TwinPlayer::score(const Vector& point) const {
  const DenseData& rows = rows_of(*data_);
  const auto n = static_cast<std::size_t>(rows.samples());
  const std::size_t width = classes_ > 0 ? static_cast<std::size_t>(classes_) : 1;
  std::vector<double> scores(n * width);
  record_scores(rows, classes_, point, 0, scores);
  const std::span<const double> targets = rows.targets();
  double right = 0;
  double squares = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double* of_row = scores.data() + i * width;
    if (prediction_ == Prediction::numbers) {
      squares += (of_row[0] - targets[i]) * (of_row[0] - targets[i]);
    } else if (prediction_ == Prediction::labels) {
      right += (of_row[0] >= 0) == (targets[i] > 0) ? 1 : 0;
    } else {
      right += static_cast<double>(std::max_element(of_row, of_row + width) - of_row) == targets[i];
    }
  }
  const double count = static_cast<double>(n);
  if (prediction_ != Prediction::numbers) return right / count;
  double mean = 0;
  for (const double target : targets) mean += target / count;
  double spread = 0;
  for (const double target : targets) spread += (target - mean) * (target - mean);
  return spread > 0 ? 1 - squares / spread : 0;
}

double TwinPlayer::blind_score() const {
  if (prediction_ == Prediction::numbers) return 0;
  std::map<double, double> counts;
  for (const double target : rows_of(*data_).targets()) counts[target] += 1;
  double most = 0;
  for (const auto& [target, count] : counts) most = std::max(most, count);
  return most / static_cast<double>(data_->samples());
}

}  // namespace noisy
