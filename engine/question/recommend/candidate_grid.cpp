#include "engine/question/recommend/candidate_grid.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "engine/math/figure_text.h"

namespace noisy {
namespace {

constexpr Index kSteps = 40;
constexpr double kMomentum = 0.5;

/// A number with so few digits as somebody would write it.
double written(double value) {
  const std::string text = significant_text(value, 3);
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// How the travel is gone.
struct Pace {
  Index iterations = kSteps;
  double momentum = kMomentum;
};

Candidate candidate_of(double clip, double travel, const Pace& pace, const StatedChoice& stated) {
  Candidate out;
  out.iterations = stated.iterations.value_or(pace.iterations);
  out.momentum = stated.momentum.value_or(pace.momentum);
  if (stated.method == "dp-gd") out.momentum = 0;
  out.clip = stated.clip ? stated.clip->bound : written(clip);
  out.step_size = stated.step_size.value_or(
      written(travel * (1 - out.momentum) / static_cast<double>(out.iterations)));
  return out;
}

bool same_way(const Candidate& a, const Candidate& b) {
  return a.iterations == b.iterations && a.step_size == b.step_size && a.momentum == b.momentum &&
         a.clip == b.clip;
}

/// What is stated makes candidates equal.
void add(std::vector<Candidate>& out, const Candidate& candidate) {
  for (const Candidate& other : out) {
    if (same_way(other, candidate)) return;
  }
  out.push_back(candidate);
}

}  // namespace

std::vector<Candidate> first_grid(const GridScale& scale, const StatedChoice& stated) {
  std::vector<Candidate> out;
  const double unit = 1 / (scale.curvature * scale.row_bound * scale.row_bound);
  for (double share = 1; share >= 1.0 / 32; share /= 2) {
    for (double travel = 2; travel <= 2048; travel *= 2) {
      add(out, candidate_of(share * scale.slope * scale.row_bound, travel * unit, {}, stated));
    }
  }
  return out;
}

std::vector<Candidate> grid_finer(const Candidate& centre, const StatedChoice& stated) {
  constexpr double kHalf = 1.4;
  const Pace pace{centre.iterations, centre.momentum};
  std::vector<Candidate> out;
  for (const double clip : {1.0, kHalf, 1 / kHalf}) {
    for (const double far : {1.0, kHalf, 1 / kHalf}) {
      add(out, candidate_of(clip * centre.clip, far * centre.travel(), pace, stated));
    }
  }
  return out;
}

std::vector<Candidate> grid_around(const Candidate& centre, const StatedChoice& stated) {
  constexpr std::array<Pace, 6> kPaces = {
      {{20, 0.5}, {80, 0.5}, {40, 0}, {80, 0}, {40, 0.8}, {80, 0.8}}};
  std::vector<Candidate> out = grid_finer(centre, stated);
  for (const Pace& pace : kPaces) {
    add(out, candidate_of(centre.clip, centre.travel(), pace, stated));
  }
  add_new(grid_beyond(centre, stated), out);
  return out;
}

std::vector<Candidate> grid_beyond(const Candidate& centre, const StatedChoice& stated) {
  std::vector<Candidate> out;
  add(out, centre);
  for (const double far : {1.0, 2.0, 4.0}) {
    add(out, candidate_of(centre.clip, far * centre.travel(), {80, 0.8}, stated));
    add(out, candidate_of(centre.clip, far * centre.travel(), {160, 0.8}, stated));
  }
  return out;
}

std::vector<Candidate> grid_towards(const Candidate& centre, double factor,
                                    const StatedChoice& stated) {
  std::vector<Candidate> out;
  // More steps hardly change what is reached, and cost time.
  const Pace pace{std::min(centre.iterations, kSteps), std::min(centre.momentum, kMomentum)};
  double clip = centre.clip;
  for (int i = 0; i < 3; ++i, clip *= factor) {
    double travel = centre.travel();
    for (int j = 0; j < 4; ++j, travel *= factor) {
      add(out, candidate_of(clip, travel, pace, stated));
    }
  }
  return out;
}

void add_new(const std::vector<Candidate>& candidates, std::vector<Candidate>& out) {
  for (const Candidate& candidate : candidates) add(out, candidate);
}

void drop_noisy(const GridScale& scale, std::vector<Candidate>& candidates) {
  const auto moves_too_far = [&](const Candidate& candidate) {
    const double steps = std::sqrt(static_cast<double>(candidate.iterations));
    return candidate.noise * candidate.travel() / steps * scale.row_bound > scale.useful_move;
  };
  const auto kept = std::ranges::find_if_not(candidates, moves_too_far);
  if (kept == candidates.end()) return;
  std::erase_if(candidates, moves_too_far);
}

}  // namespace noisy
