#include "engine/question/recommend/candidate.h"

#include <map>
#include <utility>

#include "engine/experiment/plan/planner.h"

namespace noisy {
namespace {

struct PlannedNoise {
  double scale = 0;
  bool is_laplace = false;
};

Json value_json(const ParameterValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return *number;
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  return Json::numbers(std::get<std::vector<double>>(value));
}

/// Plans with the engine's own planner, from public facts alone.
Result<PlannedNoise> noise_of(const NoiseSetting& setting, const Candidate& candidate,
                              const Objective& objective, const ProblemFacts& facts) {
  SweepPoint point = setting.point;
  point.problem.gradient_clip = clip_of(candidate, setting.stated);
  point.algorithms = {spec_of(candidate, setting.stated)};
  const auto planned = plan_algorithm(point, 0, objective, facts, setting.release);
  if (!planned) return std::unexpected(planned.error());
  const Release release = first_release(planned->plan->rule());
  return PlannedNoise{release.noise_scale, release.mechanism == Mechanism::laplace};
}

}  // namespace

std::string method_of(const Candidate& candidate) {
  return candidate.momentum > 0 ? "dp-hb" : "dp-gd";
}

AlgorithmSpec spec_of(const Candidate& candidate, const StatedChoice& stated) {
  AlgorithmSpec spec;
  spec.id = stated.method.value_or(method_of(candidate));
  spec.label = find_algorithm(spec.id)->title;
  spec.parameters = stated.parameters;
  spec.parameters.set("iterations", static_cast<double>(candidate.iterations));
  spec.parameters.set("stepSize", candidate.step_size);
  if (spec.id == "dp-hb") spec.parameters.set("momentum", candidate.momentum);
  return spec;
}

Json json_of(const AlgorithmSpec& spec) {
  Json parameters = Json::object();
  for (const auto& [name, value] : spec.parameters.values()) {
    parameters.set(name, value_json(value));
  }
  return Json::object({{"id", spec.id}, {"parameters", std::move(parameters)}});
}

GradientClip clip_of(const Candidate& candidate, const StatedChoice& stated) {
  GradientClip clip = stated.clip.value_or(GradientClip{});
  clip.bound = candidate.clip;
  return clip;
}

Result<void> plan_noise(const NoiseSetting& setting, std::vector<Candidate>& candidates) {
  std::map<double, std::pair<std::shared_ptr<Objective>, ProblemFacts>> problems;
  std::map<std::pair<double, Index>, PlannedNoise> known;
  math::ThreadPool pool;
  for (Candidate& candidate : candidates) {
    const auto key = std::make_pair(candidate.clip, candidate.iterations);
    auto found = known.find(key);
    if (found == known.end()) {
      auto problem = problems.find(candidate.clip);
      if (problem == problems.end()) {
        ProblemSpec clipped = setting.point.problem;
        clipped.gradient_clip = clip_of(candidate, setting.stated);
        auto objective = make_objective(clipped, setting.facts);
        auto facts = problem_facts(clipped, *objective, pool);
        if (!facts) return std::unexpected(std::move(facts.error()));
        problem = problems.emplace(candidate.clip, std::pair(objective, *std::move(facts))).first;
      }
      const auto& [objective, facts] = problem->second;
      const auto noise = noise_of(setting, candidate, *objective, facts);
      if (!noise) return std::unexpected(noise.error());
      found = known.emplace(key, *noise).first;
    }
    candidate.noise = found->second.scale;
    candidate.is_laplace = found->second.is_laplace;
  }
  return {};
}

}  // namespace noisy
