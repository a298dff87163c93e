#include <cstdio>
#include "tests/solver/support/solve.h"
namespace noisy::testing {
namespace {
double passes(const char* id, double kappa, std::uint64_t seed) {
  const CoupledSum sum(64, 8, 5, false);
  const Block block =
      block_of(sum, {.primal_weight = 1 / kappa, .dual_weight = 1 / kappa, .centre = 0.3});
  const Vector exact = naive_solution(block);
  const double first = block.norm(block.start() - exact);
  const auto found =
      solve(block, *solvers().find(id), {.target = {1e-5 * first}, .budget = Index{1} << 40}, seed);
  if (!found) return -1;
  return double(found->evaluations) / 64 - 2;
}
TEST(E4, table) {
  for (const char* id :
       {"gradient-descent-ascent", "extragradient", "optimistic-gradient",
        "primal-dual-extragradient", "svrg-saddle", "saga-saddle", "loopless-svrg-gda",
        "loopless-svr-extragradient", "accelerated-svrg-saddle", "al-svre", "catalyst-acc-svrg"}) {
    std::printf("%-28s", id);
    for (double k : {8., 16., 32., 64., 128.}) {
      if (k > 32 && (std::string(id).find("svrg") != std::string::npos ||
                     std::string(id).find("saga") != std::string::npos || id[0] == 'g'))
        continue;
      std::printf(" %8.0f", passes(id, k, 1));
      std::fflush(stdout);
    }
    std::printf("\n");
  }
}
}  // namespace
}  // namespace noisy::testing
