-- expect: error: global 'package'
package.loadlib("libc.so.6", "system")
