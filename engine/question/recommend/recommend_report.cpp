#include "engine/question/recommend/recommend_report.h"

#include <utility>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/math/figure_text.h"
#include "engine/question/recommend/recommend_records.h"
#include "engine/question/trial/kl_methods.h"

namespace noisy {
namespace {

std::string short_text(double value) {
  return significant_text(value, 2);
}

std::string measure_text(const Recommendation& found) {
  return found.measure == "r2" ? "an R2" : "an accuracy";
}

std::string interval_text(const Expected& expected) {
  return short_text(expected.score) + " (" + short_text(expected.low) + " to " +
         short_text(expected.high) + ")";
}

std::string choice_sentence(const Recommended& choice) {
  const Json& parameters = choice.parameters;
  std::string out = "The first choice is " + find_algorithm(choice.algorithm)->title + " with " +
                    figure_text(parameters.member("iterations").number()) + " steps of size " +
                    figure_text(parameters.member("stepSize").number());
  if (parameters.find("momentum")) {
    out += " and momentum " + figure_text(parameters.member("momentum").number());
  }
  return out + ", gradients clipped to " + figure_text(choice.gradient_clip) +
         " and an l2 regularizer of strength " + figure_text(choice.strength) + ".";
}

std::string worth_sentence(const Recommendation& found) {
  if (!found.worth_running) {
    std::string out =
        "Nothing is worth running at this budget: on the twins the best choice ends no closer to "
        "the optimum than its start.";
    if (found.least_epsilon) {
      out += " Epsilon " + short_text(*found.least_epsilon) + " or more would do.";
    }
    return out;
  }
  if (!found.least_epsilon) return "";
  return "Below epsilon " + short_text(*found.least_epsilon) + ", about, nothing is worth running.";
}

}  // namespace

Json written_experiment(const Experiment& given, const RecommendInput& input,
                        const Candidate& choice, const AlgorithmSpec& spec) {
  Json out = given.source;
  Json& problem = *out.find("problem");
  const GradientClip clip = clip_of(choice, input.setting.stated);
  problem.set("gradientClip",
              Json::object({{"norm", clip.norm == GradientClip::Norm::l1 ? "l1" : "l2"},
                            {"bound", clip.bound}}));
  if (input.writes_regularizer) {
    problem.set("regularizer", Json::object({{"kind", "l2"}, {"strength", input.strength}}));
  }
  std::vector<Json> one;
  one.push_back(json_of(spec));
  out.set("algorithms", Json::array(std::move(one)));
  out.erase("sweep");
  keep_measured(given, {find_algorithm(spec.id)}, out);
  return out;
}

std::vector<std::string> recommendation_sentences(const Experiment& given,
                                                  const RecommendInput& input,
                                                  const Recommendation& found) {
  std::vector<std::string> out;
  const Recommended& first = found.ranked.front();
  out.push_back(choice_sentence(first));
  out.push_back("No record was read: " + std::to_string(twin_family(input.source).size()) +
                " public twins, from hard to easy, stand for data with this n, these bounds and "
                "this loss.");
  out.push_back("Expect " + measure_text(found) + " of about " + interval_text(first.expected) +
                " on the records of the run: the interval holds for 8 of 10 twins. Who knows the "
                "targets alone has " +
                short_text(first.expected.start) + ".");
  if (const std::string worth = worth_sentence(found); !worth.empty()) out.push_back(worth);
  for (const MoreRecords& more : found.larger_n) {
    out.push_back("With " + std::to_string(more.samples) + " records expect " +
                  interval_text(more.expected) + ".");
  }
  if (!given.sweep.empty()) {
    out.push_back("The sweep is left out: a recommendation is for one experiment.");
  }
  return out;
}

Json json_of(const Recommendation& found) {
  return record::json_of<record::kRecommendation>(found);
}

}  // namespace noisy
