#include "engine/question/recommend/recommend_input.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "engine/experiment/plan/objective.h"
#include "engine/experiment/plan/source_facts.h"
#include "engine/experiment/plan/stated_data.h"
#include "engine/math/figure_text.h"

namespace noisy {
namespace {

constexpr Index kLeastSamples = 10;
constexpr double kMostStrength = 0.01;
constexpr double kLeastStrength = 1e-5;
/// Noise that moves scores by more: in logits, and in units of half the range of targets.
constexpr double kUsefulLogits = 6;
constexpr double kUsefulTargets = 1;

constexpr std::array<std::string_view, 2> kMethods = {"dp-gd", "dp-hb"};
/// Their noise is kept while all candidates are played.
constexpr double kMostSteps = 5000;
constexpr std::array<std::string_view, 3> kPlayed = {"iterations", "stepSize", "momentum"};

bool is_method(std::string_view id) {
  return std::ranges::find(kMethods, id) != kMethods.end();
}

Result<void> check_problem_kind(const Experiment& given) {
  const ProblemSpec& problem = given.problem;
  const LossEntry& loss = *problem.loss;
  const bool has_scores = loss.form == LossForm::margin || loss.form == LossForm::classes;
  if (!has_scores || !loss.is_convex() || loss.prediction() == Prediction::none ||
      loss.origin != Origin::engine) {
    return fail(ErrorCode::unsupported_option, "problem.loss",
                "\"" + loss.id +
                    "\" has no simulation: recommendations are for convex losses that predict "
                    "labels, classes or numbers, such as logistic, softmax and squared");
  }
  if (given.privacy.notion == Notion::none) {
    return fail(ErrorCode::unsupported_notion, "privacy.notion",
                "without a budget there is no noise to choose for: state epsilon");
  }
  if (problem.domain.kind != Domain::Kind::all) {
    return fail(ErrorCode::unsupported_domain, "problem.domain",
                "recommendations are for all of space: leave the domain out");
  }
  const Regularizer::Kind kind = problem.regularizer.kind;
  if (kind != Regularizer::Kind::none && kind != Regularizer::Kind::l2) {
    return fail(ErrorCode::unsupported_regularizer, "problem.regularizer",
                "recommendations are for an l2 regularizer or none");
  }
  return {};
}

/// What the entry of the method states. Its place in the file is the field of an error.
Result<void> take_parameters(const AlgorithmSpec& spec, std::size_t position,
                             StatedChoice& stated) {
  for (const auto& [name, value] : spec.parameters.values()) {
    const bool is_number = std::holds_alternative<double>(value);
    if (std::ranges::find(kPlayed, name) != kPlayed.end() && is_number) continue;
    return fail(ErrorCode::unsupported_option,
                "algorithms." + std::to_string(position) + ".parameters." + name,
                "recommendations are made for numbers of iterations, stepSize and momentum alone: "
                "leave this out");
  }
  stated.parameters = spec.parameters;
  stated.step_size = spec.parameters.number("stepSize");
  stated.momentum = spec.parameters.number("momentum");
  if (const auto steps = spec.parameters.number("iterations")) {
    if (*steps > kMostSteps) {
      return fail(ErrorCode::limit_exceeded,
                  "algorithms." + std::to_string(position) + ".parameters.iterations",
                  "recommendations are made for at most 5000 steps: state fewer, or leave it out");
    }
    stated.iterations = static_cast<Index>(*steps);
  }
  return {};
}

Result<StatedChoice> stated_choice(const Experiment& given, const RecommendRequest& request) {
  StatedChoice stated{.clip = given.problem.gradient_clip};
  if (request.method && !is_method(*request.method)) {
    return fail(ErrorCode::unknown_algorithm, "method",
                "\"" + *request.method + "\" is not simulated: choose dp-gd or dp-hb");
  }
  const auto& list = given.algorithms;
  const bool is_alone =
      list.size() == 1 && is_method(list.front().id) && !list.front().parameters.values().empty();
  if (request.method) {
    stated.method = request.method;
  } else if (is_alone) {
    stated.method = list.front().id;
  }
  if (!stated.method) return stated;
  const auto entry = std::ranges::find(list, *stated.method, &AlgorithmSpec::id);
  if (entry == list.end()) return stated;
  const auto position = static_cast<std::size_t>(entry - list.begin());
  if (auto taken = take_parameters(*entry, position, stated); !taken) {
    return std::unexpected(taken.error());
  }
  return stated;
}

/// What the source and the steps say of rows beside their bounds.
void read_rows(const DataSpec& data, TwinSource& source) {
  source.is_normalized = has_full_rows(data);
  for (const PreprocessStep& step : data.preprocess) {
    if (const auto* intercept = std::get_if<AddIntercept>(&step)) {
      source.intercept = intercept->value;
    } else if (std::holds_alternative<ScaleColumns>(step) ||
               std::holds_alternative<Standardize>(step) ||
               std::holds_alternative<SelectColumns>(step)) {
      source.intercept = 0;
    }
  }
}

double digits_of(double value) {
  const std::string text = significant_text(value, 1);
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

GridScale scale_of(const Objective& objective, const TwinSource& source) {
  const double target = std::max(std::fabs(source.target_lower), std::fabs(source.target_upper));
  const bool is_number = source.prediction == Prediction::numbers;
  const double half = (source.target_upper - source.target_lower) / 2;
  GridScale scale{.row_bound = source.row_bound, .curvature = objective.curvature};
  scale.slope = objective.derivative_bound;
  if (!std::isfinite(scale.slope)) {
    scale.slope = objective.linear_loss->derivative_bound(0, std::isfinite(target) ? target : 1);
  }
  scale.useful_move = is_number ? kUsefulTargets * (std::isfinite(half) ? half : 1) : kUsefulLogits;
  return scale;
}

/// The heavy ball's planner needs strong convexity. Nothing gives it without a regularizer, and
/// none of softmax once gradients are clipped.
Result<void> leave_out_momentum(const Objective& clipped, RecommendInput& input) {
  if (input.strength > 0 && clipped.sum->is_convex()) return {};
  StatedChoice& stated = input.setting.stated;
  if (stated.method == "dp-hb") {
    return fail(ErrorCode::unsupported_option, "algorithms",
                "dp-hb needs strong convexity, which is not known here: choose dp-gd");
  }
  stated.method = "dp-gd";
  return {};
}

}  // namespace

Result<RecommendInput> recommend_input(const Experiment& given, const RecommendRequest& request) {
  if (auto checked = check_problem_kind(given); !checked) return std::unexpected(checked.error());
  auto stated = stated_choice(given, request);
  if (!stated) return std::unexpected(std::move(stated.error()));
  const auto facts = stated_data(*given.data, use_of(given.problem), request.shape);
  if (!facts) return std::unexpected(facts.error());
  if (auto fits = check_features(given.problem, (*facts)->features()); !fits) {
    return std::unexpected(fits.error());
  }
  const FeatureBounds& bounds = (*facts)->facts.bounds;
  const Index samples = (*facts)->samples();
  if (samples < kLeastSamples) {
    return fail(ErrorCode::empty_data, "data",
                "there are " + std::to_string(samples) +
                    " records: nothing private can be learned from fewer than 10");
  }
  if (!std::isfinite(bounds.l2)) {
    return fail(ErrorCode::unbounded_sensitivity, "data.preprocess",
                "nothing bounds the rows, so that no twin can be drawn: add scale-columns with "
                "public ranges, or clip-rows");
  }

  RecommendInput input;
  input.writes_regularizer = given.source.member("problem").find("regularizer") == nullptr;
  input.strength = given.problem.regularizer.strength;
  if (input.writes_regularizer) {
    input.strength =
        digits_of(std::clamp(1 / static_cast<double>(samples), kLeastStrength, kMostStrength));
  }
  input.setting = {.point = {.values = Json::object(),
                             .text = "",
                             .data = given.data,
                             .problem = given.problem,
                             .privacy = given.privacy,
                             .algorithms = {}},
                   .facts = *facts,
                   .release = given.run.release,
                   .stated = *std::move(stated)};
  input.setting.point.problem.regularizer = {.kind = Regularizer::Kind::l2,
                                             .strength = input.strength};
  const LossEntry& loss = *given.problem.loss;
  input.source = {.samples = samples,
                  .columns = (*facts)->features(),
                  .row_bound = bounds.l2,
                  .prediction = loss.prediction(),
                  .classes = loss.classes(given.problem.loss_parameters),
                  .target_lower = bounds.target_lower,
                  .target_upper = bounds.target_upper};
  read_rows(*given.data, input.source);
  ProblemSpec problem = input.setting.point.problem;
  problem.gradient_clip.reset();
  input.scale = scale_of(*make_objective(problem, *facts), input.source);
  problem.gradient_clip = input.setting.stated.clip.value_or(GradientClip{});
  if (auto done = leave_out_momentum(*make_objective(problem, *facts), input); !done) {
    return std::unexpected(done.error());
  }
  return input;
}

}  // namespace noisy
