// A program that uses Eigen with vectors and the library, which uses Eigen without: each keeps its
// own. What the program was given on its command line, the result of another build, is made again
// to the same bits.
//
// Usage: consumer RESULT

#include <Eigen/Cholesky>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "noisy_descent/noisy_descent.h"

#if defined(EIGEN_DONT_VECTORIZE) || defined(EIGEN_NO_IO) || defined(Eigen)
#error "the library's settings of Eigen reach this program"
#endif
#ifndef EIGEN_VECTORIZE
#error "this program's Eigen has no vectors"
#endif
static_assert(Eigen::internal::packet_traits<double>::Vectorizable);

namespace {

/// Instantiates what the engine does, too: a dense factorization. About 0.
double own_algebra() {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Identity(9, 9) * 4;
  matrix.row(0).setLinSpaced(9, 1, 2);
  matrix = (matrix * matrix.transpose()).eval();
  const Eigen::VectorXd ones = Eigen::VectorXd::Ones(9);
  return (matrix * matrix.llt().solve(ones) - ones).norm();
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) return 2;
  std::ostringstream text;
  text << std::ifstream(words[1]).rdbuf();
  const auto replay = noisy_descent::verify(text.str());
  if (!replay) {
    std::printf("%s: %s\n", replay.error().field.c_str(), replay.error().message.c_str());
    return 2;
  }
  const double residual = own_algebra();
  std::printf("%s\nresidual of the program's own algebra: %.1e\n", replay->report.c_str(),
              residual);
  return replay->matches && residual < 1e-12 ? 0 : 1;
}
