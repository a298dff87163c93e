// Releases of problems whose records differ by their tilts alone: the noise of what two tilts are
// apart is enough, and with less the oracle hands out nothing.
#include <gtest/gtest.h>

#include "engine/algorithm/frame/execute.h"
#include "tests/algorithm/engine_runs.h"
#include "tests/problem/gallery/gallery_problems.h"

namespace noisy::testing {
namespace {

/// Whether the oracle of the problem refuses a plan that was made for this share of its
/// sensitivity.
bool is_refused(const GalleryRisk& risk, double share) {
  PlanInput input{.facts = public_facts(risk.risk, Regularizer{}),
                  .privacy = {.notion = Notion::zcdp, .rho = 0.5, .mechanism = std::nullopt},
                  .parameters = parameters({{"iterations", 5.0}}),
                  .regularizer = {},
                  .domain = risk.domain};
  input.facts.l2_sensitivity *= share;
  const auto plan = find_algorithm("dp-gd")->plan(input);
  EXPECT_TRUE(plan) << plan.error().message;
  const auto streams = StreamFactory::reproducible({.seed = 5, .algorithm = "dp-gd"});
  PrivateOracle oracle(risk.risk, Regularizer{}, streams, (*plan)->rule().cap());
  drive(risk.risk, oracle, (*plan)->start(oracle, Vector::Zero(risk.risk.dimension())));
  return oracle.refusal().has_value();
}

TEST(TiltedReleases, WithTheNoiseOfLessThanTheirTiltsAreRefused) {
  for (const char* id : {"tilted-power", "bounded-squares", "hard-quadratic"}) {
    const GalleryRisk risk(gallery_case(id, {}, tilts(3, 0.5), 3.5));
    EXPECT_FALSE(is_refused(risk, 1)) << id;
    EXPECT_TRUE(is_refused(risk, 1 - 1e-6)) << id;
  }
  const GalleryRisk clipped(gallery_case("tilted-power", {}, tilts(3, 0.5), 3.5),
                            GradientClip{.bound = 2});
  EXPECT_FALSE(is_refused(clipped, 1)) << "4 of what is clipped to 2";
  EXPECT_TRUE(is_refused(clipped, 0.25)) << "1 of two tilts is not enough for it";
}

}  // namespace
}  // namespace noisy::testing
