#pragma once

#include <cmath>

#include "engine/privacy/form/gradient.h"
#include "engine/privacy/oracle/gradient_oracle.h"
#include "engine/random/distributions.h"

namespace noisy::testing {

enum class Bug { none, too_small_by_root_two, one_draw_for_all_coordinates, reused_step };

/// A private oracle's release, written again with room for a bug, and without any check.
class PlantedOracle final : public GradientOracle {
 public:
  PlantedOracle(const FiniteSum& data, const StreamFactory& streams, Bug bug)
      : GradientOracle(data, {}, streams), bug_(bug) {}

 private:
  void add_noise(const Release& release, const Vector&, Vector& gradient) override {
    auto step = static_cast<std::uint64_t>(ledger_.releases());
    if (bug_ == Bug::reused_step) step /= 2;
    double scale = release.noise_scale;
    if (bug_ == Bug::too_small_by_root_two) scale /= std::sqrt(2.0);
    Stream stream = streams_.stream(StreamPurpose::noise, step);
    Vector noise(gradient.size());
    for (double& value : noise) value = laplace(stream, scale);
    if (bug_ == Bug::one_draw_for_all_coordinates) noise.setConstant(noise[0]);
    gradient += noise;
    ledger_.charge(release);
  }

  Bug bug_;
};

/// Asks the same question again and again; every answer is handed out as an iterate.
inline Run ask_repeatedly(GradientOracle& data, Vector point, Release release, int times) {
  for (int i = 0; i < times; ++i) {
    const Vector& gradient = co_await data.ask(gradient_at(point, release));
    co_yield Iterate{gradient};
  }
}

}  // namespace noisy::testing
